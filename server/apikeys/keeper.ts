import type { Actor } from '#server/access/actor.ts'
import { forbidden } from '#server/kernel/errors.ts'

/**
 * Keys and kiosks are made by an admin in person: not by another key, and not while somebody acts as them.
 * @throws DomainError 'forbidden'.
 */
export function requireKeeper(actor: Actor): void {
  if (actor.kind === 'key' || (actor.kind === 'person' && actor.impersonator)) throw forbidden()
}
