import { redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { consoleParts, consoleSignInAction, consoleSignInLoader } from '#app/http/console.ts'
import { parse } from '#app/http/parse.ts'
import { deviceCookie, factorCookie, NO_FACTOR } from '#app/session/cookies.ts'
import { paths } from '#app/shell/paths.ts'
import { operatorSignInInput } from '#server/operators/contract.ts'
import { verifyOperatorPassword } from '#server/operators/sign-in.ts'
import { ConsoleSignInForm } from '../sign-in-form.tsx'

export const handle = { title: 'Sign in', auth: false, framed: false }

export const loader = consoleSignInLoader(() => ({}))

/** The password leads to the second step, or to its set-up; it does not sign in. */
export const action = consoleSignInAction(async ({ app, device }, body) => {
  const step = await verifyOperatorPassword(consoleParts(app), parse(operatorSignInInput, body), device)
  const { ticket, factors } = step
  const headers = new Headers([
    ['set-cookie', factorCookie({ ticket, factors: factors.length ? factors : [NO_FACTOR] })],
    ['set-cookie', deviceCookie(step.known_device)],
  ])
  return redirect(factors.length ? paths.consoleFactor : paths.consoleSetUp, { headers })
})

export default function ConsoleSignInPage() {
  return <ConsoleSignInForm answer={useActionData<typeof action>()} />
}
