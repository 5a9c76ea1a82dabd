import { redirect } from '@remix-run/node'
import { impersonate, impersonateInput } from '#server/accounts/sign-in/impersonation.ts'
import { parse } from '../http/parse.ts'
import { screenAction } from '../http/screen.ts'
import { sessionCookie } from '../session/cookies.ts'
import { deviceOf } from '../session/device.ts'

/** POST {person}: acts as that person in this browser until stopped, or for an hour. */
export const action = screenAction({
  requires: 'admin',
  handle: async (ctx, form, { request }) => {
    const { person } = parse(impersonateInput, { person: Number(form.get('person')) })
    const { cookie } = await impersonate(ctx, person, deviceOf(request))
    return new Response(null, { status: 204, headers: { 'set-cookie': sessionCookie(cookie) } })
  },
})

export const loader = () => redirect('/dashboard')
