import type { Site } from '#server/engine/tenancy/site.ts'

export const WRONG = 'Email or password is incorrect.'
const WRONG_OR_UNCONFIRMED = `${WRONG} If you have just registered, confirm your email first: we sent you a link.`

/** Why a sign-in failed. A site that hides who has an account opens none before its email is confirmed, and says so to everybody. */
export const wrongSignIn = ({ hide_account_existence }: Pick<Site, 'hide_account_existence'>) =>
  hide_account_existence ? WRONG_OR_UNCONFIRMED : WRONG

export const PENDING = 'Your registration is waiting for approval.'
export const DISABLED = 'Your account is not active. Please ask the club.'
