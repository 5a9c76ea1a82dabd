import { redirect } from '@remix-run/node'
import { parse } from '#app/http/parse.ts'
import { screenAction } from '#app/http/screen.ts'
import { sessionCookie } from '#app/session/cookies.ts'
import { deviceOf } from '#app/session/device.ts'
import { impersonate, impersonateInput } from '#server/accounts/sign-in/impersonation.ts'

/** POST {person}: acts as that person in this browser until stopped, for an hour at most. */
export const action = screenAction({
  requires: 'admin',
  handle: async (ctx, form, { request }) => {
    const { person } = parse(impersonateInput, { person: Number(form.get('person')) })
    const { cookie } = await impersonate(ctx, person, deviceOf(request))
    return new Response(null, { status: 204, headers: { 'set-cookie': sessionCookie(cookie) } })
  },
})

export const loader = () => redirect('/dashboard')
