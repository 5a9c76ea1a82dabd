import * as z from 'zod'

type Issue = { input?: unknown }

type Bound = {
  /** The most characters. */
  max: number
  tooLong?: string
  /** Said of what is no text. */
  error?: string | ((issue: Issue) => string)
  /** Blanks around it do not count and are taken away. */
  trim?: boolean
}

/**
 * The schema of a text that comes from outside. A text that is too long is refused before any pattern, check or transformation
 * that is added to the schema looks at it, so that none of them costs more than `max` characters do. Every text of an input
 * begins with this (docs/hostile-input.md).
 */
export function boundedText({ max, tooLong = `At most ${max} characters.`, error, trim = false }: Bound): z.ZodString {
  const text = error === undefined ? z.string() : z.string({ error: error as string })
  return (trim ? text.trim() : text).max(max, { error: tooLong, abort: true })
}
