import { groupBy } from '#server/engine/kernel/group-by.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { PreviewRow } from './contract.ts'
import type { SeasonFacts } from './season-facts.ts'
import { localDateOf, timeTextOf } from './season-times.ts'

type Planned = {
  rows: readonly PreviewRow[]
  events: readonly { key: string; name: string }[]
  shifts: readonly {
    line: number
    event: { id: number } | { key: string }
    person: number | null
    start: number
    end: number
  }[]
  shift_updates: readonly { line: number; id: number; person?: number; start?: number; end?: number }[]
}

type Held = { line: number | null; event: string; person: number; start: number; end: number }

/**
 * Warns in each row that assigns or moves someone onto overlapping shifts, stored or in the file. Uses agreed times of
 * stored shifts that the file does not change. Ignores called-off events.
 */
export function warnOfClashes(plan: Planned, facts: SeasonFacts): void {
  const nameOfEvent = new Map<number | string, string>([
    ...facts.events.filter(({ off }) => !off).map(({ id, name }) => [id, name] as const),
    ...plan.events.map(({ key, name }) => [key, name] as const),
  ])
  const held: Held[] = []
  const hold = (
    line: number | null,
    event: number | string,
    shift: Omit<Held, 'line' | 'event' | 'person'>,
    person: number | null,
  ) => {
    const name = nameOfEvent.get(event)
    if (person !== null && name !== undefined)
      held.push({ line, event: eventName(name), person, start: shift.start, end: shift.end })
  }
  const updates = new Map(plan.shift_updates.map((update) => [update.id, update]))
  for (const shift of facts.shifts) {
    const { line, person = shift.person, start = shift.start, end = shift.end } = updates.get(shift.id) ?? {}
    const changes = person !== shift.person || start !== shift.start || end !== shift.end
    if (changes) hold(line ?? null, shift.event, { start, end }, person)
    else hold(null, shift.event, shift.agreed, person)
  }
  for (const shift of plan.shifts)
    hold(shift.line, 'id' in shift.event ? shift.event.id : shift.event.key, shift, shift.person)

  const rows = new Map(plan.rows.map((row) => [row.line, row]))
  const names = new Map(facts.people.map(({ id, name }) => [id, name]))
  const warn = (one: Held, other: Held) => {
    const row = one.line === null ? undefined : rows.get(one.line)
    if (!row) return
    const day = localDateOf(one.start, facts.zone)
    const [from, to] = [other.start, other.end].map((at) => timeTextOf(at, facts.zone, day))
    row.warnings.push(`${names.get(one.person) ?? 'This person'} is also on ${other.event} then, ${from} to ${to}`)
  }
  for (const shifts of groupBy(held, ({ person }) => person).values()) {
    const inOrder = [...shifts].sort((a, b) => a.start - b.start)
    let latest: Held | undefined
    for (const one of inOrder) {
      if (latest && one.start < latest.end) {
        warn(one, latest)
        warn(latest, one)
      }
      if (!latest || one.end > latest.end) latest = one
    }
  }
}
