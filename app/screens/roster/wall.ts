import { formatInstant } from '../../ui/date-format.ts'

/** Times on the site's wall clock are text, YYYY-MM-DDTHH:MM; either half may be missing while somebody types. */
const WHOLE = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

const isWallTime = (wall: string) => WHOLE.test(wall)

/** Formats a wall-clock time with dayjs tokens. It is already on the site's clock: no zone is applied. */
export const formatWall = (wall: string, format: string) =>
  isWallTime(wall) ? formatInstant(`${wall}:00Z`, 'UTC', format) : '…'

export const dateOf = (wall: string) => wall.split('T')[0] ?? ''
export const timeOf = (wall: string) => wall.split('T')[1] ?? ''

/** Formats "09:00–16:30", which breaks only after its dash; an end on another day includes its weekday. */
export function formatSpan(start: string, end: string, time: string): string {
  const whole = (wall: string, format: string) => formatWall(wall, format).replaceAll(' ', '\u00a0')
  return `${whole(start, time)}–\u200b${whole(end, dateOf(start) === dateOf(end) ? time : `ddd ${time}`)}`
}

/**
 * Returns the end of a new shift of an event: after the usual length of its type, but not after the event.
 * @param minutes null where the type has none; the shift then lasts as long as the event.
 */
export function usualEnd(start: string, end: string, minutes: number | null): string {
  if (minutes === null || !isWallTime(start) || !isWallTime(end)) return end
  const usual = new Date(Date.parse(`${start}:00Z`) + minutes * 60_000).toISOString().slice(0, 16)
  return usual < end ? usual : end
}

/** Moves an end along with its start, so that the length stays the same on the wall clock. */
export function shiftedEnd(from: string, to: string, end: string): string {
  if (!isWallTime(from) || !isWallTime(to) || !isWallTime(end)) return end
  const at = (wall: string) => Date.parse(`${wall}:00Z`)
  return new Date(at(end) + at(to) - at(from)).toISOString().slice(0, 16)
}
