import { countText } from '#app/ui/count-text.ts'
import { formatInstant } from '#app/ui/date-format.ts'
import { durationText } from '#app/ui/duration-text.ts'
import { isDay } from '#server/engine/kernel/day-text.pure.ts'
import { isOutside } from '#server/shift-facts/times/rules.ts'

/** Wall-clock times are text, YYYY-MM-DDTHH:MM; while being typed, either half may be missing or invalid. */
const TIME = /^\d\d:\d\d$/

export const isWallTime = (wall: string) => isDay(dateOf(wall)) && TIME.test(timeOf(wall))

/** Formats a wall-clock time with dayjs tokens. It is already on the site's clock: no zone is applied. */
export const formatWall = (wall: string, format: string) =>
  isWallTime(wall) ? formatInstant(`${wall}:00Z`, 'UTC', format) : '…'

/** The halves of a time. The date may be any typed text, even with a T in it. */
const halvesOf = (wall: string) => /^(.*)T([^T]*)$/s.exec(wall) ?? [wall, wall, '']
export const dateOf = (wall: string) => halvesOf(wall)[1] ?? ''
export const timeOf = (wall: string) => halvesOf(wall)[2] ?? ''

/** @param shortDay formats `YYYY-MM-DD` for the reader. */
export type WallFormats = { timeFormat: string; shortDay: (day: string) => string }

export function formatSpanAt(start: string, end: string, event: string, formats: WallFormats): string {
  const span = formatSpan(start, end, formats.timeFormat)
  return dateOf(start) === dateOf(event) ? span : `${dayText(start, formats).replaceAll(' ', '\u00a0')}, ${span}`
}

/** "Sat 5 Jun". */
export const dayText = (wall: string, { shortDay }: WallFormats) => (isDay(dateOf(wall)) ? shortDay(dateOf(wall)) : '…')

/** "Sat 5 Jun, 09:00". */
export const formatMoment = (wall: string, formats: WallFormats): string =>
  isWallTime(wall) ? `${dayText(wall, formats)}, ${formatWall(wall, formats.timeFormat)}` : '…'

/** Formats "09:00–16:30", which breaks only after its dash; an end on another day includes its weekday. */
export function formatSpan(start: string, end: string, time: string): string {
  const whole = (wall: string, format: string) => formatWall(wall, format).replaceAll(' ', '\u00a0')
  return `${whole(start, time)}–\u200b${whole(end, dateOf(start) === dateOf(end) ? time : `ddd ${time}`)}`
}

/**
 * Returns the end of a new shift: after the usual length of the event's type, but not after the event.
 * @param minutes null where the type has none; the shift then lasts as long as the event.
 */
export function usualEnd(start: string, end: string, minutes: number | null): string {
  if (minutes === null || !isWallTime(start) || !isWallTime(end)) return end
  const usual = laterBy(start, minutes)
  return usual < end ? usual : end
}

const at = (wall: string) => Date.parse(`${wall}:00Z`)

/** Adds minutes to a whole time. */
export const laterBy = (wall: string, minutes: number) =>
  new Date(at(wall) + minutes * 60_000).toISOString().slice(0, 16)

/** Moves a time by the distance of another, on the wall clock: the end with its start, a shift with its event. */
export function movedAlong(wall: string, { from, to }: { from: string; to: string }): string {
  if (![wall, from, to].every(isWallTime)) return wall
  return new Date(at(wall) + at(to) - at(from)).toISOString().slice(0, 16)
}

type WallSpan = { start: string; end: string }

/** Whether a span is at another time, not only longer or shorter: both its ends are later, or both earlier. */
export function isMoved(before: WallSpan, after: WallSpan): boolean {
  if (![after.start, after.end].every(isWallTime)) return false
  const [byStart, byEnd] = [at(after.start) - at(before.start), at(after.end) - at(before.end)]
  return Math.sign(byStart) * Math.sign(byEnd) > 0
}

/** Whether a shift lies outside its event, on the wall clock; false while one of their times is being typed. */
export const isWallOutside = (shift: WallSpan, event: WallSpan): boolean =>
  [shift.start, shift.end, event.start, event.end].every(isWallTime) && isOutside(utcSpan(shift), utcSpan(event))

const utcSpan = ({ start, end }: WallSpan) => ({ start: `${start}:00Z`, end: `${end}:00Z` })

/** "by 1 day", "by 2 h 30 min", "by 1 day and 2 h". */
export function distanceText({ from, to }: { from: string; to: string }): string {
  const minutes = Math.abs(at(to) - at(from)) / 60_000
  const days = Math.floor(minutes / 1440)
  const rest = minutes % 1440
  return `by ${[days && countText(days, 'day'), rest && durationText(rest)].filter(Boolean).join(' and ')}`
}
