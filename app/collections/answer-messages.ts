const bodyOf = (answer: unknown): Record<string, unknown> | null =>
  typeof answer === 'object' && answer !== null && !('order' in answer) ? (answer as Record<string, unknown>) : null

export function fieldMessage(answer: unknown, field: string): string | undefined {
  const messages = bodyOf(answer)?.[field]
  return Array.isArray(messages) ? String(messages[0]) : undefined
}

/** The message for the whole form: `detail`, `non_field_errors`, or one under a field that the form does not show. */
export function firstMessage(answer: unknown, shown: readonly string[]): string | undefined {
  const body = bodyOf(answer)
  if (!body) return undefined
  if (typeof body.detail === 'string') return body.detail
  const other = Object.keys(body).find((key) => !shown.includes(key) && Array.isArray(body[key]))
  return other === undefined ? undefined : fieldMessage(answer, other)
}
