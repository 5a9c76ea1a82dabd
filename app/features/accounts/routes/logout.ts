import { redirect } from '@remix-run/node'
import { screenAction } from '#app/http/screen.ts'
import { signOutReply } from '#app/session/replies.ts'
import { signOut } from '#server/accounts/sessions/session-commands.ts'

export const action = screenAction({
  requires: 'anyone',
  handle: async (ctx) => {
    await signOut(ctx)
    return redirect('/hello', { headers: signOutReply() })
  },
})

export const loader = () => redirect('/hello')
