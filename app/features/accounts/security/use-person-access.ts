import { useCall } from '#app/collections/use-call.ts'
import { paths } from '#app/shell/paths.ts'

export type AccessPerson = { id: number; name: string; role: string; is_active: boolean }

/**
 * An admin's actions on a person's sign-in at this site. The shared account cannot be changed. The component must
 * render `problem` and `done`.
 */
export function usePersonAccess(person: AccessPerson, self: boolean) {
  const acting = useCall('POST', paths.actAs, { reload: 'never' })
  const signingOut = useCall('DELETE', `/api/people/${person.id}/sessions`, { reload: 'never' })
  const manageable = !self && person.role !== 'new'
  return {
    busy: acting.busy || signingOut.busy,
    problem: acting.problem ?? signingOut.problem,
    done: signingOut.saved && 'Signed out on every device.',
    mayActAs: manageable && person.role === 'user' && person.is_active,
    maySignOut: manageable,
    /** A full page load clears the admin's data from the browser. */
    actAs: async () => {
      const { ok } = await acting.call(new URLSearchParams({ person: String(person.id) }))
      if (ok) window.location.assign(paths.dashboard)
    },
    signOut: () => signingOut.call(),
  }
}
