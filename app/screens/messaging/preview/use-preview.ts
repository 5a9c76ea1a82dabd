import { useEffect, useState } from 'react'
import type { PreviewAnswer } from '#server/messages/content/preview-contract.ts'
import { firstMessage } from '../../../collections/answer-messages.ts'
import type { Previewed } from '../previewed.ts'

/** How long until a message is asked for again whose Markdown is not rendered yet, and how often. Milliseconds. */
const AGAIN_MS = 1_000
const ATTEMPTS = 5

/**
 * Reads a text as one person has it; again when it is another text. Keeps what it read until the next answer is there.
 * @param person null for the first reader, as the server orders them; undefined until that is known.
 */
export function usePreview(previewed: Previewed | null, person: number | null | undefined) {
  const [preview, setPreview] = useState<PreviewAnswer | null>(null)
  const [problem, setProblem] = useState<string>()
  const key = previewed?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which text it is
  useEffect(() => {
    if (!previewed || person === undefined) return
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async (attempts: number) => {
      const { ok, body } = await previewed.ask('preview', person === null ? {} : { person })
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
  }, [key, person])
  return { preview: previewed ? preview : null, problem }
}
