import { type Actor, actsInPerson } from '#server/engine/access/actor.ts'
import type { Change, Row } from '#server/engine/collections/define.ts'
import { hasChanges } from '#server/engine/collections/write-input.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'
import { people } from './contract.ts'

const refusal = (actor: Actor, ofKeys: string) =>
  forbidden(actor.kind === 'key' ? ofKeys : 'This is not possible while acting as someone else.')

const ON_ADMIN = 'API keys cannot change an admin.'
const ACCESS = 'API keys can’t give access. An admin has to approve or activate this person.'

/** Makes a person pending whom a key or an operator adds, like a registration. */
export function makePending(actor: Actor, { before, given, after }: Change): void {
  if (before) return
  if (given.is_active === true) throw refusal(actor, ACCESS)
  after.role = 'new'
  after.is_active = false
}

/**
 * Refuses changes that no key and no one who acts in a person's name may make, whatever their scopes and the way (one
 * record, many, a file, an undo): changing an admin, changing an access role, or giving access. Removing a member's
 * access is allowed.
 * @throws DomainError 'forbidden'.
 */
export function refuseAccess(actor: Actor, { before, after }: Change): void {
  if (!before) return
  if (before.role === 'admin' && hasChanges(people.fields, before, after)) throw refusal(actor, ON_ADMIN)
  if (after.role !== before.role || (after.is_active === true && before.is_active !== true))
    throw refusal(actor, ACCESS)
}

/** Also for an inactive admin. @throws DomainError 'forbidden'. */
export function refuseOnAdmin(actor: Actor, { role }: Row): void {
  if (!actsInPerson(actor) && role === 'admin') throw refusal(actor, ON_ADMIN)
}
