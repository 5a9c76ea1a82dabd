import type { Change, Row } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'

export const OWN_ACCESS = 'You cannot take away your own access.'

/** Whether a person is an active admin. */
export const isAdmin = ({ role, is_active }: Row): boolean => role === 'admin' && is_active === true

/**
 * Derives fields of a written person: activating a pending one makes them a member, a changed phone becomes unverified, and
 * nobody can lock themselves out.
 * @param me the acting person's id, null for a program.
 */
export function applyPersonRules({ before, given, after, issues }: Change, me: number | null): void {
  if (!before) {
    after.account_id = null
    after.sms_verified = false
    return
  }
  if (given.is_active === true && before.role === 'new' && after.role === 'new') after.role = 'user'
  if (after.phone !== before.phone) after.sms_verified = false
  if (before.id !== me) return
  if (before.role === 'admin' && after.role !== 'admin') addIssue(issues, 'role', OWN_ACCESS)
  if (before.is_active === true && after.is_active !== true) addIssue(issues, 'is_active', OWN_ACCESS)
}
