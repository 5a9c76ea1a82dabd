/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7

/** The most people that one call invites. */
export const MAX_INVITED = 1000

/** The most invitations that one person gets from a site in 24 hours. */
export const INVITATIONS_PER_DAY = 5

/**
 * Why a person is not invited. `registered`: they chose a password themselves; `unreachable`: no email, or mail to it comes
 * back; `too_often`: see `INVITATIONS_PER_DAY`. None tells anything about other sites.
 */
export const SKIP_REASONS = ['inactive', 'registered', 'signed_in', 'unreachable', 'too_often'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** Whether a person can be invited, for the first time or again; null when they cannot. */
export type Invitation = 'first' | 'again' | null
