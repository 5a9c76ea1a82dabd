import { useNotificationPreviewState } from '#app/shell/use-notification-preview.ts'
import type { AnswerPreview } from '#server/requests/answer/contract.ts'

/**
 * Effect of an answer. `waits`: it would publish, and the recipients are still unknown. A refused answer does not wait,
 * so that the refusal appears.
 */
export type Consequence = { preview: AnswerPreview | null; publishes: boolean; waits: boolean }

/**
 * Loads the recipients of an answer.
 * @param input the answer; null loads nothing.
 * @param publishes whether it publishes shifts.
 */
export function useConsequence(path: string, input: object | null, publishes: boolean): Consequence {
  const { preview, refused } = useNotificationPreviewState<AnswerPreview>(path, input)
  return { preview, publishes, waits: publishes && !preview && !refused }
}
