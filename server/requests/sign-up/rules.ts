export const CLUB_DECLINED = 'The club could not give you a shift at this event.'

export const EVENT_OFF = 'This event is called off.'

/** Returns why nobody can sign up to an event now, or null. */
export const signUpRefusal = (
  event: { end: Date; archived: boolean; decision: string | null },
  now: Date,
): string | null =>
  event.decision === 'off'
    ? EVENT_OFF
    : event.archived
      ? 'This event is no longer open.'
      : event.end.getTime() < now.getTime()
        ? 'This event is over.'
        : null

/** Checks the times that somebody asks for; instants. @returns the message for `modified_end`, or null. */
export const askedTimesProblem = ({
  modified_start: from,
  modified_end: until,
}: Record<string, unknown>): string | null =>
  from != null && until != null && Date.parse(String(until)) <= Date.parse(String(from))
    ? 'Must be after the start.'
    : null

/**
 * Returns the asked times as those of a shift: a start that is later than the shift's and an end that is earlier, as far as
 * they leave some of it. Whoever would come for none of it is on it as planned, until somebody agrees on other times.
 */
export function grantedTimes(
  shift: { start: Date; end: Date },
  asked: { modified_start: Date | null; modified_end: Date | null },
): { modified_start: Date | null; modified_end: Date | null } {
  const { modified_start: from, modified_end: until } = asked
  const start = from && from > shift.start && from < shift.end ? from : null
  const end = until && until < shift.end && until > (start ?? shift.start) ? until : null
  return { modified_start: start, modified_end: end }
}

/**
 * Whether signing up to a whole series would add anything: only coming events count, and any request counts, whatever its
 * answer.
 */
export const canSignUpToMore = (
  events: readonly { over: boolean; requested: boolean; called_off?: boolean }[],
): boolean => events.some((event) => !event.over && !event.called_off && !event.requested)
