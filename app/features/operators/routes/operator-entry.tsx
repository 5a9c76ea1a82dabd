import { redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { parse } from '#app/http/parse.ts'
import { publicAction } from '#app/http/public-action.ts'
import { sessionCookie } from '#app/session/cookies.ts'
import { deviceOf } from '#app/session/device.ts'
import { signOutReply } from '#app/session/replies.ts'
import { paths } from '#app/shell/paths.ts'
import { openEntry } from '#server/accounts/sign-in/operator-entry.ts'
import { entryToken } from '#server/operators/contract.ts'
import { EntryScreen } from '../entry-screen.tsx'

export const handle = { title: 'Enter as an operator', auth: false, framed: false }

/** POST {token}: opens the session that an operator has asked for at the console. */
export const action = publicAction(async (app, site, form, { request }) => {
  await app.limits.take('reset_token', { site: site.id, ip: deviceOf(request).ip })
  const { token } = parse(entryToken, { token: form.get('token') ?? undefined })
  const cookie = await app.withSite(site.id, (db) => openEntry({ db, site, clock: app.clock }, token), {
    access: 'write',
  })
  const headers = signOutReply()
  headers.append('set-cookie', sessionCookie(cookie))
  return redirect(paths.dashboard, { headers })
})

export default function OperatorEntry() {
  return <EntryScreen answer={useActionData<typeof action>()} />
}
