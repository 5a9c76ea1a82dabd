import { useNotificationPreviewState } from '#app/shell/use-notification-preview.ts'
import type { AnswerPreview } from '#server/requests/answer/contract.ts'

/**
 * What an answer leads to. `waits`: it would publish, and it is not known yet whom that notifies. A refused answer does not wait, so
 * that giving it says what is wrong.
 */
export type Consequence = { preview: AnswerPreview | null; publishes: boolean; waits: boolean }

/**
 * Asks whom an answer would notify.
 * @param input the answer; null when there is nothing to ask. @param publishes whether it publishes shifts.
 */
export function useConsequence(path: string, input: object | null, publishes: boolean): Consequence {
  const { preview, refused } = useNotificationPreviewState<AnswerPreview>(path, input)
  return { preview, publishes, waits: publishes && !preview && !refused }
}
