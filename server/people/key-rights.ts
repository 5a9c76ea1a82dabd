import type { Actor } from '#server/engine/access/actor.ts'
import type { Change, Row } from '#server/engine/collections/define.ts'
import { hasChanges } from '#server/engine/collections/write-input.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'
import { people } from './contract.ts'

const ON_ADMIN = 'API keys cannot change an admin.'
const ACCESS = 'API keys can’t give access. An admin has to approve or activate this person.'

/** Makes a person added by a key pending, like a registration. */
export function makePendingByKey({ before, given, after }: Change): void {
  if (before) return
  if (given.is_active === true) throw forbidden(ACCESS)
  after.role = 'new'
  after.is_active = false
}

/**
 * Refuses changes that no key may make, whatever its scopes and the way (one record, many, a file, an undo): changing
 * an admin, changing an access role, or giving access. Removing a member's access is allowed.
 * @throws DomainError 'forbidden'.
 */
export function refuseAccessByKey({ before, after }: Change): void {
  if (!before) return
  if (before.role === 'admin' && hasChanges(people.fields, before, after)) throw forbidden(ON_ADMIN)
  if (after.role !== before.role || (after.is_active === true && before.is_active !== true)) throw forbidden(ACCESS)
}

/** Also for an inactive admin. @throws DomainError 'forbidden'. */
export function refuseKeyOnAdmin(actor: Actor, { role }: Row): void {
  if (actor.kind === 'key' && role === 'admin') throw forbidden(ON_ADMIN)
}
