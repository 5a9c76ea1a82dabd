/** Response to a form whose input is refused: the body of the API's 400 (see `problem.ts`). Pure, for screens. */
export type Refusal = { problem: Record<string, unknown>; status: number; given?: Record<string, string> }

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'problem' in answer

export function fieldError(answer: unknown, field: string): string | undefined {
  if (!isRefusal(answer)) return undefined
  const messages = answer.problem[field]
  return Array.isArray(messages) ? String(messages[0]) : undefined
}

export const submittedText = (answer: unknown, field: string): string | undefined =>
  isRefusal(answer) ? answer.given?.[field] : undefined

/** The message without a field: `detail`, or the first of `non_field_errors`. */
export function formError(answer: unknown): string | undefined {
  if (!isRefusal(answer)) return undefined
  const { detail } = answer.problem
  return typeof detail === 'string' ? detail : fieldError(answer, 'non_field_errors')
}
