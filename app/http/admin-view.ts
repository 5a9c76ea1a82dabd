import type { Actor } from '#server/engine/access/actor.ts'

/**
 * Whether pages show the admin's view: the actor is an admin who has not switched to the user's view. Permissions never
 * depend on it.
 */
export const seesAdminView = (actor: Actor): boolean =>
  actor.kind === 'person' && actor.person.access_role === 'admin' && !actor.viewAsUser
