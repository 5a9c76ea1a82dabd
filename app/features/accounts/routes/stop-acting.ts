import { redirect } from '@remix-run/node'
import { screenAction } from '#app/http/screen.ts'
import { sessionCookie } from '#app/session/cookies.ts'
import { paths } from '#app/shell/paths.ts'
import { unimpersonate } from '#server/accounts/sign-in/impersonation.ts'

/** POST: stops acting as someone and returns to their page. */
export const action = screenAction({
  requires: 'member',
  handle: async (ctx) => {
    const { cookie } = await unimpersonate(ctx)
    const back = ctx.actor.kind === 'person' ? paths.person(ctx.actor.person.id) : paths.dashboard
    return redirect(back, { headers: { 'set-cookie': sessionCookie(cookie) } })
  },
})

export const loader = () => redirect('/dashboard')
