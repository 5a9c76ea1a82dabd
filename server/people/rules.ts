import type { Change, Row } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'

export const OWN_ACCESS = 'You can’t take away your own access.'

export const isAdmin = ({ role, is_active }: Row): boolean => role === 'admin' && is_active === true

const APPROVED = 'Only a waiting registration can be new. To take away someone’s access, make them inactive.'
const WAITING = 'A new registration is waiting for approval and is not active.'

/**
 * Derives fields: activating a pending person makes them a member; a changed phone becomes unverified. An approved
 * person becomes pending only if also made inactive; no one can lock themselves out.
 * @param facts.me the acting person's id; null for a program.
 * @param facts.today the day in the site's zone, stored as when an approved person joined.
 */
export function applyPersonRules(
  { before, given, after, issues }: Change,
  { me, today }: { me: number | null; today: string },
): void {
  if (!before) {
    after.account_id = null
    after.sms_verified = false
    if (after.role !== 'new') return
    if (given.is_active === true) addIssue(issues, 'is_active', WAITING)
    after.is_active = false
    return
  }
  if (before.role !== 'new' && after.role === 'new' && given.is_active !== false) addIssue(issues, 'role', APPROVED)
  if (given.is_active === true && before.role === 'new' && after.role === 'new') after.role = 'user'
  if (before.role === 'new' && after.role !== 'new') after.joined ??= today
  if (after.phone !== before.phone) after.sms_verified = false
  if (before.id !== me) return
  if (before.role === 'admin' && after.role !== 'admin') addIssue(issues, 'role', OWN_ACCESS)
  if (before.is_active === true && after.is_active !== true) addIssue(issues, 'is_active', OWN_ACCESS)
}
