import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { consoleParts, consoleSignInAction, consoleSignInLoader } from '#app/http/console.ts'
import { redirectToConsole } from '#app/http/enter-console.ts'
import { parse } from '#app/http/parse.ts'
import { pendingFactor, readFactorCookie } from '#app/session/cookies.ts'
import { paths } from '#app/shell/paths.ts'
import { codeInput } from '#server/accounts/factors-contract.ts'
import { confirmOperatorByCode } from '#server/operators/sign-in.ts'
import { ConfirmForm } from '../confirm-form.tsx'

export const handle = { title: 'Confirm', auth: false, framed: false }

export const loader = consoleSignInLoader(({ request }) => {
  const pending = readFactorCookie(request.headers.get('cookie'))
  return pending ? { factors: pending.factors } : redirect(paths.consoleLogin)
})

export const action = consoleSignInAction(async ({ app, request, device }, body) => {
  const { code } = parse(codeInput, body)
  const { ticket } = pendingFactor(request)
  return redirectToConsole(await confirmOperatorByCode(consoleParts(app), { ticket, code }, device))
})

export default function Confirm() {
  return <ConfirmForm {...useLoaderData<{ factors: string[] }>()} answer={useActionData<typeof action>()} />
}
