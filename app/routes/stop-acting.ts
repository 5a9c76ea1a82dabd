import { redirect } from '@remix-run/node'
import { unimpersonate } from '#server/accounts/sign-in/impersonation.ts'
import { screenAction } from '../http/screen.ts'
import { sessionCookie } from '../session/cookies.ts'
import { paths } from '../shell/paths.ts'

/** POST: stops acting as somebody and returns to their page. */
export const action = screenAction({
  requires: 'member',
  handle: async (ctx) => {
    const { cookie } = await unimpersonate(ctx)
    const back = ctx.actor.kind === 'person' ? paths.person(ctx.actor.person.id) : paths.dashboard
    return redirect(back, { headers: { 'set-cookie': sessionCookie(cookie) } })
  },
})

export const loader = () => redirect('/dashboard')
