import { useState } from 'react'
import { useCall } from '#app/collections/use-call.ts'
import type { InviteAnswer } from '#server/accounts/invitations/contract.ts'
import { inviteText } from './invite-text.ts'

/** The component must render `done` and `problem`. */
export function useInvite() {
  const { call, busy, problem } = useCall<InviteAnswer>('POST', '/api/people/invite')
  const [outcome, setOutcome] = useState<{ done?: string; problem?: string }>({})
  /** @param name of the person, when there is one. */
  const send = async (people: readonly number[], name?: string) => {
    setOutcome({})
    const { ok, body } = await call({ people })
    if (ok) setOutcome(inviteText(body, name))
  }
  return { busy, send, problem, ...outcome }
}
