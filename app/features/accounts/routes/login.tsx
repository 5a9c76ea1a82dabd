import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { parse } from '#app/http/parse.ts'
import { publicAction } from '#app/http/public-action.ts'
import { nextStep } from '#app/http/redirects.ts'
import { ownPath } from '#app/http/screen.ts'
import { requireSignedOut } from '#app/http/signed-out.ts'
import { readHelloCookie } from '#app/session/cookies.ts'
import { deviceOf } from '#app/session/device.ts'
import { accountParts } from '#app/session/parts.ts'
import { redirectSignedIn } from '#app/session/replies.ts'
import { paths } from '#app/shell/paths.ts'
import { signInInput } from '#server/accounts/contract.ts'
import { signInWithPassword } from '#server/accounts/sign-in/sign-in-with-password.ts'
import { SignInForm } from '../sign-in/sign-in-form.tsx'

export const handle = { title: 'Login', auth: false, framed: false }

export const loader = ({ context, request }: LoaderFunctionArgs) => {
  requireSignedOut(context)
  const email = readHelloCookie(request.headers.get('cookie'))
  const mayRegister = context.site?.hide_account_existence ?? false
  return email ? json({ email, mayRegister }) : redirect(nextStep(request)(paths.hello))
}

export const action = publicAction(async (app, site, form, { request }) => {
  const input = parse(signInInput, {
    email: readHelloCookie(request.headers.get('cookie')) ?? form.get('email'),
    password: form.get('password'),
  })
  const session = await signInWithPassword(accountParts(app), site, input, deviceOf(request))
  return redirectSignedIn(session, ownPath(new URL(request.url).searchParams.get('next')))
})

export default function SignInPage() {
  return (
    <SignInForm {...useLoaderData<{ email: string; mayRegister: boolean }>()} answer={useActionData<typeof action>()} />
  )
}
