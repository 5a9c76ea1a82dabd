import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { parse } from '#app/http/parse.ts'
import { publicAction } from '#app/http/public-action.ts'
import { nextStep } from '#app/http/redirects.ts'
import { requireSignedOut } from '#app/http/signed-out.ts'
import { expiredHelloCookie, helloCookie, readHelloCookie } from '#app/session/cookies.ts'
import { deviceOf } from '#app/session/device.ts'
import { accountParts } from '#app/session/parts.ts'
import { paths } from '#app/shell/paths.ts'
import { type RegisterState, registerForm } from '#server/accounts/registration-contract.ts'
import { checkEmail, register } from '#server/accounts/sign-in/register.ts'
import { CALLING_CODES, wholePhone } from '#server/engine/kernel/phone-number/rules.ts'
import { RegisterForm } from '../sign-in/register-form.tsx'

export const handle = { title: 'Register', auth: false, framed: false }

const stateOf = (text: unknown): RegisterState =>
  text === 'details-required' || text === 'account-required' ? text : 'initial'

export const loader = ({ context, request }: LoaderFunctionArgs) => {
  requireSignedOut(context)
  const email = readHelloCookie(request.headers.get('cookie'))
  if (!email) return redirect(nextStep(request)(paths.hello))
  return json({ email, state: stateOf(new URL(request.url).searchParams.get('state')) })
}

/** Joins the number to its country code; an invalid number stays as typed and is refused. */
function typedPhone(form: FormData): string {
  const typed = String(form.get('phone') ?? '').trim()
  const code = CALLING_CODES.find((one) => one === form.get('phone_code'))
  return wholePhone(typed, code ?? '') ?? typed
}

export const action = publicAction(async (app, site, form, { request }) => {
  const state = stateOf(form.get('state'))
  const known = state === 'initial' ? null : readHelloCookie(request.headers.get('cookie'))
  const input = parse(registerForm, {
    ...Object.fromEntries(form),
    phone: typedPhone(form),
    email: known ?? form.get('email') ?? '',
    state,
  })
  const [parts, device] = [accountParts(app), deviceOf(request)]
  if (state === 'initial') {
    const { status } = await checkEmail(parts, site, input.email, device)
    // The email may have been corrected here; the next step reads it from the cookie.
    const to = nextStep(request)(status === 'login-required' ? paths.login : `${paths.register}?state=${status}`)
    return redirect(to, { headers: { 'set-cookie': helloCookie(input.email) } })
  }
  await register(parts, site, input, device)
  return redirect(nextStep(request)(paths.registered), { headers: { 'set-cookie': expiredHelloCookie() } })
})

export default function Register() {
  return (
    <RegisterForm
      {...useLoaderData<{ email: string; state: RegisterState }>()}
      answer={useActionData<typeof action>()}
    />
  )
}
