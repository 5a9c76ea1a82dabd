import { type ReactNode, useState } from 'react'
import { useCall } from '#app/collections/reauth/use-call.tsx'
import { firstMessage } from '../../collections/answer-messages.ts'
import { paths } from '../../shell/paths.ts'

export type AccessPerson = { id: number; name: string; role: string; is_active: boolean }

/**
 * What an admin may do about a person's sign-in here: act as a member, and end the person's sessions at this site. Of the
 * shared account nothing may be changed. The component has to draw `dialog` and say what was `said`.
 */
export function usePersonAccess(person: AccessPerson, self: boolean) {
  const { call, dialog, busy } = useCall()
  const [said, setSaid] = useState<{ text: string; refused: boolean }>()
  const known = !self && person.role !== 'new'
  return {
    dialog: dialog as ReactNode,
    busy,
    said,
    mayActAs: known && person.role === 'user' && person.is_active,
    maySignOut: known,
    /** This browser becomes that member's, on a page loaded anew so that nothing of the admin's stays in it. */
    actAs: async () => {
      const answer = await call('POST', paths.actAs, new URLSearchParams({ person: String(person.id) }))
      if (answer.ok) return window.location.assign(paths.dashboard)
      setSaid({ text: firstMessage(answer.body?.problem ?? answer.body, []) ?? 'Please try again.', refused: true })
    },
    signOut: async () => {
      const answer = await call('DELETE', `/api/people/${person.id}/sessions`)
      setSaid(
        answer.ok
          ? { text: 'Signed out on every device.', refused: false }
          : { text: firstMessage(answer.body, []) ?? 'Please try again.', refused: true },
      )
    },
  }
}
