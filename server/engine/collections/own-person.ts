import { type Actor, personOf, standingOf } from '#server/engine/access/actor.ts'
import { requireOwnFor } from '#server/engine/access/permission.ts'
import { forbiddenFields } from '#server/engine/kernel/errors.ts'
import { REQUIRED } from '#server/engine/kernel/expected.ts'
import type { Change } from './define.ts'
import { addIssue } from './issues.ts'

export const refusePerson = () => forbiddenFields(ONLY_YOURSELF, ['person'], ONLY_YOURSELF)

const ONLY_YOURSELF = 'You can only do this for yourself.'

/**
 * Sets the default `person` of created records to the acting person.
 * @throws DomainError 'forbidden' when a member names another person, or an operator the admin as whom they act.
 */
export function ownPerson(actor: Actor, changes: readonly Change[]): void {
  const me = personOf(actor)
  for (const { before, after, issues } of changes) {
    if (!before) after.person ??= me
    for (const row of [before, after]) requireOwnFor(actor, (row?.person ?? null) as number | null)
    if (after.person === null && !issues.person) addIssue(issues, 'person', REQUIRED)
    if (standingOf(actor) === 'user' && after.person !== null && after.person !== me) throw refusePerson()
  }
}
