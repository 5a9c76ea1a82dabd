import { forbidden } from '#server/engine/kernel/errors.ts'
import { type Actor, actsInPerson } from './actor.ts'
import type { Ctx } from './context.ts'

/** Refuses keys and whoever acts in a person's name, for creating keys and kiosks. @throws DomainError 'forbidden'. */
export function requireAdminInPerson(actor: Actor): void {
  if (!actsInPerson(actor)) throw forbidden()
}

/**
 * Locks the acting admin's access, so that nothing they create outlives a concurrent demotion.
 * @throws DomainError 'forbidden' when it has just ended.
 */
export async function lockAdminAccess({ db, actor }: Pick<Ctx, 'db' | 'actor'>): Promise<void> {
  if (actor.kind !== 'person') return
  const admin = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', actor.person.id)
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()
  if (!admin) throw forbidden()
}
