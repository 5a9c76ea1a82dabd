import type { Actor } from '#server/engine/access/actor.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'

/** Returns the counted key. @throws DomainError 'forbidden' unless it is a person or a program. */
export function callerOf(actor: Actor): string {
  if (actor.kind === 'person') return `person ${actor.person.id}`
  if (actor.kind === 'key') return `key ${actor.id}`
  throw forbidden()
}
