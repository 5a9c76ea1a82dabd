import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { consoleParts, consoleSignInAction, consoleSignInLoader } from '#app/http/console.ts'
import { parse } from '#app/http/parse.ts'
import { paths } from '#app/shell/paths.ts'
import { newPasswordForm } from '#server/accounts/registration-contract.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { acceptInvitation, findInvitation } from '#server/operators/invitations.ts'
import { AcceptInvitation } from '../accept-invitation.tsx'

export const handle = { title: 'Accept the invitation', auth: false, framed: false }

/** GET changes nothing, so that mail scanners may follow the link. */
export const loader = consoleSignInLoader(async ({ app, device, params }) => {
  try {
    return { email: (await findInvitation(consoleParts(app), params.token ?? '', device)).email, problem: null }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return { email: null, problem: error.message }
    throw error
  }
})

export const action = consoleSignInAction(async ({ app, device, params }, body) => {
  const { password = '' } = parse(newPasswordForm, body)
  await acceptInvitation(consoleParts(app), { token: params.token ?? '', password }, device)
  return redirect(paths.consoleLogin)
})

export default function Invitation() {
  const { email, problem } = useLoaderData<typeof loader>()
  return <AcceptInvitation email={email} problem={problem} answer={useActionData<typeof action>()} />
}
