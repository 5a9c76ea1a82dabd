import type { InviteAnswer } from '#server/accounts/invitations/contract.ts'
import type { SkipReason } from '#server/accounts/invitations/rules.ts'

const WHY: Record<SkipReason, (name: string) => string> = {
  inactive: (name) => `${name} is not active.`,
  registered: (name) => `${name} chose a password when registering.`,
  signed_in: (name) => `${name} has already signed in.`,
  unreachable: (name) => `${name} can’t be reached: there’s no email address, or emails to it bounce.`,
  too_often: (name) => `${name} has been invited several times today. Try again tomorrow.`,
}

const countText = (n: number) => (n === 1 ? '1 person' : `${n.toLocaleString('en-GB')} people`)

/** Result of invitations. @param name of the person, when there is one. */
export function inviteText({ invited, skipped }: InviteAnswer, name?: string): { done?: string; problem?: string } {
  const [first] = skipped
  if (name !== undefined)
    return first
      ? { problem: `Not invited: ${WHY[first.reason](name)}` }
      : { done: `${name} has been invited by email.` }
  const problem = skipped.length > 0 && {
    problem: `${countText(skipped.length)} couldn’t be invited: already signed in, not active, or invited several times today.`,
  }
  return { ...(invited.length > 0 && { done: `Invited ${countText(invited.length)} by email.` }), ...problem }
}
