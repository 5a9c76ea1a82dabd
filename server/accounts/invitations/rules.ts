export const INVITATION_DAYS = 7

export const MAX_INVITED = 1000

/** Maximum invitations to one person from a site in 24 hours. */
export const INVITATIONS_PER_DAY = 5

/**
 * Why a person is not invited. `registered`: they chose a password; `unreachable`: no email, or it bounces;
 * `too_often`: see `INVITATIONS_PER_DAY`. Reveals nothing about other sites.
 */
export const SKIP_REASONS = ['inactive', 'registered', 'signed_in', 'unreachable', 'too_often'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** Null when they cannot be invited. */
export type Invitation = 'first' | 'again' | null
