import * as z from 'zod'

type Issue = { input?: unknown }

type Bound = {
  /** The most characters. */
  max: number
  tooLong?: string
  /** The message for a value that is no text. */
  error?: string | ((issue: Issue) => string)
  /** Removes surrounding blanks. */
  trim?: boolean
}

/**
 * Builds the schema of a text from outside. A text that is too long is refused before any further pattern, check or
 * transformation of the schema runs, so that none of them costs more than `max` characters do. Every text of an input starts
 * with this schema (docs/hostile-input.md).
 */
export function boundedText({ max, tooLong = `At most ${max} characters.`, error, trim = false }: Bound): z.ZodString {
  const text = error === undefined ? z.string() : z.string({ error: error as string })
  return (trim ? text.trim() : text).max(max, { error: tooLong, abort: true })
}
