import type { Site } from '#server/engine/tenancy/site.ts'

export const WRONG_CREDENTIALS = 'Email or password is incorrect.'
const WRONG_OR_UNCONFIRMED_CREDENTIALS = `${WRONG_CREDENTIALS} If you have just registered, confirm your email first: we sent you a link.`

/**
 * Explains a failed sign-in. A site that hides accounts admits none before its email is confirmed, and always says so.
 */
export const wrongCredentials = ({ hide_account_existence }: Pick<Site, 'hide_account_existence'>) =>
  hide_account_existence ? WRONG_OR_UNCONFIRMED_CREDENTIALS : WRONG_CREDENTIALS

export const PENDING_APPROVAL = 'Your registration is waiting for approval.'
export const ACCOUNT_DISABLED = 'Your account is not active. Please ask the club.'
