import { isEventOff } from '#server/shift-facts/event.pure.ts'

export const CLUB_DECLINED = 'The club couldn’t give you a shift at this event.'

export const EVENT_OFF = 'This event is called off.'

export const EVENT_ARCHIVED = 'The event of this shift is archived.'

/** Returns why sign-up is closed, or null. */
export const signUpRefusal = (
  event: { end: Date; archived: boolean; decision: string | null },
  now: Date,
): string | null =>
  isEventOff(event)
    ? EVENT_OFF
    : event.archived
      ? 'This event is no longer open.'
      : event.end.getTime() < now.getTime()
        ? 'This event is over.'
        : null

type Span = { start: Date; end: Date }
export type AskedTimes = { modified_start: Date | null; modified_end: Date | null }

export type AskedTimesProblem = { field: 'modified_start' | 'modified_end'; message: string }

/**
 * Checks that the requested times are a span within the shift or event.
 * @param outside the message for times that are not within it. @returns the field and its message, or null.
 */
export function askedTimesProblem(span: Span, asked: AskedTimes, outside: string): AskedTimesProblem | null {
  const { modified_start: from, modified_end: until } = asked
  if (from && until && until <= from) return { field: 'modified_end', message: 'Must be after the start.' }
  if (from && (from < span.start || from >= span.end)) return { field: 'modified_start', message: outside }
  if (until && (until > span.end || until <= span.start)) return { field: 'modified_end', message: outside }
  return null
}

/**
 * Limits requested times to the shift: a later start and an earlier end. If nothing of the shift is left, it stays as
 * planned until other times are agreed.
 */
export function grantedTimes(shift: Span, asked: AskedTimes): AskedTimes {
  const { modified_start: from, modified_end: until } = asked
  const start = from && from > shift.start && from < shift.end ? from : null
  const end = until && until < shift.end && until > (start ?? shift.start) ? until : null
  return { modified_start: start, modified_end: end }
}

/** Whether signing up to the series would add anything: a coming event without any request. */
export const canSignUpToMore = (
  events: readonly { over: boolean; requested: boolean; called_off?: boolean }[],
): boolean => events.some((event) => !event.over && !event.called_off && !event.requested)
