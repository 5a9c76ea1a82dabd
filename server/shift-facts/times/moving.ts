import { Temporal } from 'temporal-polyfill'
import { type AgreedTimes, personTimes } from './rules.ts'

/** Instants are ISO text in UTC. */
export type Span = { start: string; end: string }

const zoned = (instant: string, zone: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone)

/**
 * Moves a moment on the wall clock. A skipped time becomes the one after the gap, an ambiguous one the first; `clocks`
 * reports a skipped time.
 */
export function moveMoment(
  at: string,
  by: Temporal.DurationLike,
  zone: string,
): { instant: Temporal.Instant; clocks: boolean } {
  const plain = zoned(at, zone).toPlainDateTime().add(by)
  const found = plain.toZonedDateTime(zone, { disambiguation: 'compatible' })
  return { instant: found.toInstant(), clocks: !found.toPlainDateTime().equals(plain) }
}

/** Moves a span on the wall clock; `clocks` reports a skipped time. */
export function moveSpan({ start, end }: Span, by: Temporal.DurationLike, zone: string): Span & { clocks: boolean } {
  const [a, b] = [moveMoment(start, by, zone), moveMoment(end, by, zone)]
  // A span within a gap would end before it starts: it keeps its length instead.
  const length = Temporal.Instant.from(start).until(Temporal.Instant.from(end))
  const last =
    Temporal.Instant.compare(b.instant, a.instant) > 0 || length.sign === 0 ? b.instant : a.instant.add(length)
  return { start: a.instant.toString(), end: last.toString(), clocks: a.clocks || b.clocks }
}

/**
 * Returns a function that moves a shift's times, agreed ones too, by the wall-clock distance that its event's start
 * moves. Instants are ISO text.
 */
export function moverOf({ from, to, zone }: { from: string; to: string; zone: string }) {
  const by = zoned(from, zone).toPlainDateTime().until(zoned(to, zone).toPlainDateTime())
  return (times: AgreedTimes<string>): AgreedTimes<string> => {
    const { start, end } = moveSpan(times, by, zone)
    const agreed = moveSpan(personTimes(times), by, zone)
    return {
      start,
      end,
      modified_start: times.modified_start ? agreed.start : null,
      modified_end: times.modified_end ? agreed.end : null,
    }
  }
}
