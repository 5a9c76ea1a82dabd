export const CLUB_DECLINED = 'The club could not give you a shift at this event.'

/** Returns why nobody can sign up to an event now, or null. */
export const signUpRefusal = (event: { end: Date; archived: boolean }, now: Date): string | null =>
  event.archived ? 'This event is no longer open.' : event.end.getTime() < now.getTime() ? 'This event is over.' : null

export type TakeFacts = { person: number | null; draft: Date | null; start: Date; end: Date; archived: boolean }

/**
 * Decides whether a member may take a shift. Taking one's own again changes nothing; an unpublished shift does not exist for
 * members.
 * @param clash whether the person is on another published shift at that time.
 * @param locked whether they lack a competency that the shift's role needs on its day.
 */
export function takeVerdict(
  shift: TakeFacts | undefined,
  { me, now, allowed, clash, locked }: { me: number; now: Date; allowed: boolean; clash: boolean; locked: boolean },
): 'take' | 'mine' | 'missing' | 'forbidden' | 'taken' | 'over' | 'locked' | 'clash' {
  if (!shift?.draft || shift.archived) return 'missing'
  if (shift.person === me) return 'mine'
  if (!allowed) return 'forbidden'
  if (shift.person !== null) return 'taken'
  if (shift.end.getTime() <= now.getTime()) return 'over'
  if (locked) return 'locked'
  return clash ? 'clash' : 'take'
}

/**
 * Whether signing up to a whole series would add anything: only coming events count, and any request counts, whatever its
 * answer.
 */
export const canSignUpToMore = (events: readonly { over: boolean; requested: boolean }[]): boolean =>
  events.some((event) => !event.over && !event.requested)
