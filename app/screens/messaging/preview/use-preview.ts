import { useEffect, useState } from 'react'
import type { PreviewAnswer } from '#server/messages/content/preview-contract.ts'
import { firstMessage } from '../../../collections/answer-messages.ts'
import { callApi } from '../../../collections/call-api.ts'

/** How long until a message is asked for again whose Markdown is not rendered yet, and how often. Milliseconds. */
const AGAIN_MS = 1_000
const ATTEMPTS = 5

type Stored = { id: number | null; version: string | null }

/**
 * Reads a stored draft as one person has it; again with each version of it. Keeps what it read until the next answer is there.
 * @param person null for the first reader, as the server orders them; undefined until that is known.
 */
export function usePreview({ id, version }: Stored, person: number | null | undefined) {
  const [preview, setPreview] = useState<PreviewAnswer | null>(null)
  const [problem, setProblem] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has another text
  useEffect(() => {
    if (id === null || person === undefined) return
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async (attempts: number) => {
      const query = person === null ? '' : `?person=${person}`
      const { ok, body } = await callApi('GET', `/api/messages/${id}/preview${query}`)
      if (!isCurrent) return
      if (!ok) return setProblem(firstMessage(body, []) ?? 'The preview is not there.')
      const answer = body as PreviewAnswer
      setPreview(answer)
      setProblem(undefined)
      if (!answer.rendered && attempts > 1) timer = setTimeout(() => void read(attempts - 1), AGAIN_MS)
    }
    void read(ATTEMPTS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [id, version, person])
  return { preview: id === null ? null : preview, problem }
}
