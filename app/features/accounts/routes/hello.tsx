import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { parse } from '#app/http/parse.ts'
import { problem } from '#app/http/problem.ts'
import { publicAction } from '#app/http/public-action.ts'
import { nextStep } from '#app/http/redirects.ts'
import { ownPath } from '#app/http/screen.ts'
import { helloCookie } from '#app/session/cookies.ts'
import { deviceOf } from '#app/session/device.ts'
import { accountParts } from '#app/session/parts.ts'
import { paths } from '#app/shell/paths.ts'
import { checkInput } from '#server/accounts/registration-contract.ts'
import { checkEmail } from '#server/accounts/sign-in/register.ts'
import { providerButtons } from '#server/accounts/social/providers.ts'
import { HelloForm } from '../sign-in/hello-form.tsx'

export const handle = { title: 'Hello', auth: false, framed: false }

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  if (context.actor.kind === 'person') throw redirect(ownPath(new URL(request.url).searchParams.get('next')))
  const { app, site, requestId } = context
  const read = async () => (site ? app.withSite(site.id, providerButtons) : [])
  const providers = await read().catch((error: unknown) => {
    throw problem(error, { log: app.log, requestId })
  })
  return { providers }
}

export const action = publicAction(async (app, site, form, { request }) => {
  const { email } = parse(checkInput, Object.fromEntries(form))
  const { status } = await checkEmail(accountParts(app), site, email, deviceOf(request))
  const to = nextStep(request)(status === 'login-required' ? paths.login : `${paths.register}?state=${status}`)
  return redirect(to, { headers: { 'set-cookie': helloCookie(email) } })
})

export default function Hello() {
  return <HelloForm answer={useActionData<typeof action>()} />
}
