import { redirect } from '@remix-run/node'
import { signOut } from '#server/accounts/sessions/session-commands.ts'
import { screenAction } from '../http/screen.ts'
import { signOutReply } from '../session/replies.ts'

/** Ends the session on the server, then goes to hello. */
export const action = screenAction({
  requires: 'anyone',
  handle: async (ctx) => {
    await signOut(ctx)
    return redirect('/hello', { headers: signOutReply() })
  },
})

export const loader = () => redirect('/hello')
