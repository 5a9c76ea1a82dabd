import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import type { InviteAnswer } from '#server/accounts/invitations/contract.ts'
import { inviteText } from './invite-text.ts'

/** The component must render `done` and `problem`. */
export function useInvite() {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ done?: string; problem?: string }>({})
  const { revalidate } = useRevalidator()
  /** @param name of the person, when there is one. */
  const send = async (people: readonly number[], name?: string) => {
    setBusy(true)
    setOutcome({})
    const { ok, body } = await callApi('POST', '/api/people/invite', { people })
    setBusy(false)
    if (!ok) return setOutcome({ problem: firstMessage(body, []) ?? 'That did not work. Please try again.' })
    setOutcome(inviteText(body as InviteAnswer, name))
    revalidate()
  }
  return { busy, send, ...outcome }
}
