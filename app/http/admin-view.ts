import type { Actor } from '#server/engine/access/actor.ts'

/** Whether pages are drawn as for an admin: an admin who did not switch to user. Permissions never rest on it. */
export const seesAdminView = (actor: Actor): boolean =>
  actor.kind === 'person' && actor.person.access_role === 'admin' && !actor.viewAsUser
