import { type Actor, personOf, standingOf } from '#server/engine/access/actor.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'
import type { Change } from './define.ts'
import { REQUIRED } from './field-contract.ts'
import { addIssue } from './issues.ts'

/**
 * Sets the `person` of created records: the acting person unless given.
 * @throws DomainError 'forbidden' when a member names another person.
 */
export function ownPerson(actor: Actor, changes: readonly Change[]): void {
  const me = personOf(actor)
  for (const { before, after, issues } of changes) {
    if (!before) after.person ??= me
    if (after.person === null && !issues.person) addIssue(issues, 'person', REQUIRED)
    if (standingOf(actor) === 'user' && after.person !== null && after.person !== me) throw forbidden()
  }
}
