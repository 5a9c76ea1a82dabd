import type { Change, Row } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'

export const OWN_ACCESS = 'You cannot take away your own access.'

/** Whether a person is an active admin. */
export const isAdmin = ({ role, is_active }: Row): boolean => role === 'admin' && is_active === true

const APPROVED = 'Only a registration that waits is new. To take away somebody’s access, make them inactive.'
const WAITING = 'A new registration waits for approval and is not active.'

/**
 * Derives fields of a written person: activating a pending one makes them a member, a changed phone becomes unverified, nobody
 * who was approved becomes pending again unless they are made inactive too, and nobody can lock themselves out.
 * @param facts.me the acting person's id, null for a program.
 * @param facts.today the day in the site's zone, since when an approved person belongs to the club.
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
