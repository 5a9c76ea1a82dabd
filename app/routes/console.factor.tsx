import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { codeInput } from '#server/accounts/factors-contract.ts'
import { confirmOperatorByCode } from '#server/operators/sign-in.ts'
import { consoleParts, consoleSignInAction, consoleSignInLoader } from '../http/console.ts'
import { redirectToConsole } from '../http/enter-console.ts'
import { parse } from '../http/parse.ts'
import { ConfirmForm } from '../screens/console/confirm-form.tsx'
import { pendingFactor, readFactorCookie } from '../session/cookies.ts'
import { paths } from '../shell/paths.ts'

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
