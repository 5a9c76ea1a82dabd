import type { Actor } from '#server/engine/access/actor.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'

/** Who is counted: a person, or a program. @throws DomainError 'forbidden' for anybody else. */
export function callerOf(actor: Actor): string {
  if (actor.kind === 'person') return `person ${actor.person.id}`
  if (actor.kind === 'key') return `key ${actor.id}`
  throw forbidden()
}
