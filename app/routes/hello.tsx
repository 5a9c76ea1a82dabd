import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import * as z from 'zod'
import { emailField } from '#server/accounts/contract.ts'
import { parse } from '../http/parse.ts'
import { publicAction } from '../http/public-action.ts'
import { ownPath } from '../http/screen.ts'
import { HelloForm } from '../screens/sign-in/hello-form.tsx'
import { helloCookie } from '../session/hello-cookie.ts'

export const handle = { title: 'Hello' }

export const loader = ({ context, request }: LoaderFunctionArgs) =>
  context.actor.kind === 'person' ? redirect(ownPath(new URL(request.url).searchParams.get('next'))) : null

export const action = publicAction(async (_app, _site, form, { request }) => {
  const { email } = parse(z.object({ email: emailField }), Object.fromEntries(form))
  const next = new URL(request.url).searchParams.get('next')
  return redirect(next ? `/login?next=${encodeURIComponent(ownPath(next))}` : '/login', {
    headers: { 'set-cookie': helloCookie(email) },
  })
})

export default function Hello() {
  return <HelloForm answer={useActionData<typeof action>()} />
}
