import { useEffect, useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import { problemText } from '#app/collections/problem-text.ts'
import { BACKGROUND_STATUSES } from '#app/shell/fetch-api.ts'
import type { Proof, ReadMail } from '#server/publishing/proof/contract.ts'
import { type ProofAsk, proofCall } from './proof-ask.ts'

/** Loads who would read what, and the messages of the chosen person; initially the one with the longest name. */
export function useProof(ask: ProofAsk) {
  const [proof, setProof] = useState<Proof | null>(null)
  const [person, setPerson] = useState<number | null>(null)
  const [mails, setMails] = useState<ReadonlyMap<number, ReadMail>>(new Map())
  const [problem, setProblem] = useState<string>()
  const isRead = person !== null && mails.has(person)
  useEffect(() => {
    if (isRead) return
    let isCurrent = true
    const load = async () => {
      const [path, input] = proofCall(ask)
      const { ok, body } = await callApi(
        'POST',
        path,
        { ...input, ...(person !== null && { person }) },
        BACKGROUND_STATUSES,
      )
      if (!isCurrent) return
      if (!ok) return setProblem(problemText(body))
      const read = body as Proof
      setProblem(undefined)
      setProof((before) => before ?? read)
      setPerson((before) => before ?? read.first)
      const { mail } = read
      if (mail) setMails((before) => new Map(before).set(mail.person, mail))
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [ask, person, isRead])
  return { proof, mail: person === null ? null : (mails.get(person) ?? null), person, setPerson, problem }
}
