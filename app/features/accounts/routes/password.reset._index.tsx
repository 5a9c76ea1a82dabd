import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { parse } from '#app/http/parse.ts'
import { publicAction } from '#app/http/public-action.ts'
import { afterAnswer } from '#app/session/after-answer.ts'
import { readHelloCookie } from '#app/session/cookies.ts'
import { deviceOf } from '#app/session/device.ts'
import { accountParts } from '#app/session/parts.ts'
import { limitResetRequests, sendResetLink } from '#server/accounts/passwords/reset.ts'
import { resetRequestInput } from '#server/accounts/registration-contract.ts'
import { ResetRequest } from '../sign-in/reset-request.tsx'

export const handle = { title: 'Reset Password', auth: false, framed: false }

export const loader = ({ request }: LoaderFunctionArgs) =>
  json({ email: readHelloCookie(request.headers.get('cookie')) ?? '' })

export const action = publicAction(async (app, site, form, { request }) => {
  const { email } = parse(resetRequestInput, Object.fromEntries(form))
  const parts = accountParts(app)
  await limitResetRequests(parts, site, email, deviceOf(request))
  afterAnswer(app, 'reset link not sent', () => sendResetLink(parts, site, email))
  return json({ sent: true })
})

export default function Reset() {
  return <ResetRequest {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
