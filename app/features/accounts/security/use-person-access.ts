import { type ReactNode, useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { useReauthCall } from '#app/collections/reauth/use-reauth-call.tsx'
import { paths } from '#app/shell/paths.ts'

export type AccessPerson = { id: number; name: string; role: string; is_active: boolean }

/**
 * An admin's actions on a person's sign-in at this site. The shared account cannot be changed. The component must
 * render `dialog` and `notice`.
 */
export function usePersonAccess(person: AccessPerson, self: boolean) {
  const { call, dialog, busy } = useReauthCall()
  const [notice, setNotice] = useState<{ text: string; refused: boolean }>()
  const manageable = !self && person.role !== 'new'
  return {
    dialog: dialog as ReactNode,
    busy,
    notice,
    mayActAs: manageable && person.role === 'user' && person.is_active,
    maySignOut: manageable,
    /** A full page load clears the admin's data from the browser. */
    actAs: async () => {
      const answer = await call('POST', paths.actAs, new URLSearchParams({ person: String(person.id) }))
      if (answer.ok) return window.location.assign(paths.dashboard)
      setNotice({ text: firstMessage(answer.body?.problem ?? answer.body, []) ?? 'Please try again.', refused: true })
    },
    signOut: async () => {
      const answer = await call('DELETE', `/api/people/${person.id}/sessions`)
      setNotice(
        answer.ok
          ? { text: 'Signed out on every device.', refused: false }
          : { text: firstMessage(answer.body, []) ?? 'Please try again.', refused: true },
      )
    },
  }
}
