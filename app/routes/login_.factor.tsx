import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { finishWithCode } from '#server/accounts/factors/second-step.ts'
import { codeInput } from '#server/accounts/factors-contract.ts'
import { ticketExpired } from '#server/accounts/sign-in/ticket.ts'
import { parse } from '../http/parse.ts'
import { publicAction } from '../http/public-action.ts'
import { ownPath } from '../http/screen.ts'
import { FactorForm } from '../screens/sign-in/factor-form.tsx'
import { readFactorCookie } from '../session/cookies.ts'
import { deviceOf } from '../session/device.ts'
import { factorParts } from '../session/parts.ts'
import { redirectSignedIn } from '../session/replies.ts'
import { paths, withNext } from '../shell/paths.ts'

export const handle = { title: 'Confirm', auth: false, framed: false }

/** Redirects to login when no first step is pending. */
export const loader = ({ context, request }: LoaderFunctionArgs) => {
  const next = new URL(request.url).searchParams.get('next')
  if (context.actor.kind === 'person') return redirect(ownPath(next))
  const pending = readFactorCookie(request.headers.get('cookie'))
  return pending ? json({ ...pending, next: next && ownPath(next) }) : redirect(withNext(paths.hello, next))
}

export const action = publicAction(async (app, site, form, { request }) => {
  const pending = readFactorCookie(request.headers.get('cookie'))
  const { code } = parse(codeInput, { code: form.get('code') ?? '' })
  if (!pending) throw ticketExpired()
  const given = { ticket: pending.ticket, code }
  const session = await finishWithCode(factorParts(app), site, given, deviceOf(request))
  return redirectSignedIn(session, ownPath(new URL(request.url).searchParams.get('next')))
})

type Data = { ticket: string; factors: string[]; next: string | null }

export default function Factor() {
  return <FactorForm {...useLoaderData<Data>()} answer={useActionData<typeof action>()} />
}
