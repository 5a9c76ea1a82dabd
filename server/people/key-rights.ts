import type { Actor } from '#server/engine/access/actor.ts'
import type { Change, Row } from '#server/engine/collections/define.ts'
import { hasChanges } from '#server/engine/collections/write-input.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'
import { people } from './contract.ts'

const ON_ADMIN = 'API keys cannot change an admin.'
const ACCESS = 'API keys cannot give access: an admin has to approve or activate this person.'

/** Whom a key adds waits for an admin's approval, as somebody who registered does. */
export function makePendingByKey({ before, given, after }: Change): void {
  if (before) return
  if (given.is_active === true) throw forbidden(ACCESS)
  after.role = 'new'
  after.is_active = false
}

/**
 * What no key does to a person, whatever it holds and by whichever way (one record, many, a file, an undo): touch an admin, change an
 * access role, or let in somebody who is not. Taking a member's access away is not among it.
 * @throws DomainError 'forbidden'.
 */
export function refuseAccessByKey({ before, after }: Change): void {
  if (!before) return
  if (before.role === 'admin' && hasChanges(people.fields, before, after)) throw forbidden(ON_ADMIN)
  if (after.role !== before.role || (after.is_active === true && before.is_active !== true)) throw forbidden(ACCESS)
}

/** @throws DomainError 'forbidden' for a key that would remove an admin, an inactive one too. */
export function refuseKeyOnAdmin(actor: Actor, { role }: Row): void {
  if (actor.kind === 'key' && role === 'admin') throw forbidden(ON_ADMIN)
}
