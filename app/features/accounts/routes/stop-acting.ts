import { redirect } from '@remix-run/node'
import { screenAction } from '#app/http/screen.ts'
import { sessionCookie } from '#app/session/cookies.ts'
import { signOutReply } from '#app/session/replies.ts'
import { paths } from '#app/shell/paths.ts'
import { endEntry } from '#server/accounts/sessions/session-commands.ts'
import { unimpersonate } from '#server/accounts/sign-in/impersonation.ts'
import { siteOrigin } from '#server/engine/kernel/config.ts'
import { PLATFORM_LABEL } from '#server/operators/contract.ts'

/** POST: stops acting as someone and returns to their page; an operator to the club's page of the console. */
export const action = screenAction({
  requires: 'member',
  handle: async (ctx, _form, { app, site }) => {
    if (await endEntry(ctx)) {
      const console = siteOrigin(app.config, PLATFORM_LABEL)
      return redirect(`${console}${paths.consoleSite(site.slug)}`, { headers: signOutReply() })
    }
    const { cookie } = await unimpersonate(ctx)
    const back = ctx.actor.kind === 'person' ? paths.person(ctx.actor.person.id) : paths.dashboard
    return redirect(back, { headers: { 'set-cookie': sessionCookie(cookie) } })
  },
})

export const loader = () => redirect('/dashboard')
