import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { parse } from '#app/http/parse.ts'
import { publicAction } from '#app/http/public-action.ts'
import { ownPath } from '#app/http/screen.ts'
import { readFactorCookie } from '#app/session/cookies.ts'
import { deviceOf } from '#app/session/device.ts'
import { factorParts } from '#app/session/parts.ts'
import { redirectSignedIn } from '#app/session/replies.ts'
import { paths, withNext } from '#app/shell/paths.ts'
import { finishWithCode } from '#server/accounts/factors/second-step.ts'
import { codeInput } from '#server/accounts/factors-contract.ts'
import { ticketExpired } from '#server/accounts/sign-in/ticket.ts'
import { FactorForm } from '../sign-in/factor-form.tsx'

export const handle = { title: 'Confirm', auth: false, framed: false }

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
