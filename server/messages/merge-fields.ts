/** The names that a message or template may have in double braces. */
const MERGE_FIELDS = ['person.name', 'event.name', 'shift.start', 'site.name'] as const

const FIELD = /\{\{([^{}]*)\}\}/g

/** Lists the unknown names in double braces. */
export function unknownMergeFields(text: string): string[] {
  const words = [...text.matchAll(FIELD)].map(([, word = '']) => word.trim())
  return [...new Set(words.filter((word) => !(MERGE_FIELDS as readonly string[]).includes(word)))]
}

/** Writes the message about them; null when all are known. */
export function mergeFieldProblem(text: string): string | null {
  const unknown = unknownMergeFields(text)
  if (!unknown.length) return null
  const listed = unknown.slice(0, 5).map((word) => `{{${word.slice(0, 40)}}}`)
  return `Unknown: ${listed.join(', ')}. Known are ${MERGE_FIELDS.map((word) => `{{${word}}}`).join(', ')}.`
}
