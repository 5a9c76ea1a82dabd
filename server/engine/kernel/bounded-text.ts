import * as z from 'zod'
import { expected } from './expected.ts'

type Bound = {
  /** The most characters. */
  max: number
  tooLong?: string
  /** The message for a value that is no text; "Must be text." unless given. A missing value is always "Required.". */
  notText?: string
  /** Removes surrounding blanks. */
  trim?: boolean
}

/**
 * Builds the schema of a text from outside. A text that is too long is refused before any further pattern, check or
 * transformation of the schema runs, so that none of them costs more than `max` characters do. Every text of an input starts
 * with this schema (docs/hostile-input.md).
 */
export function boundedText({
  max,
  tooLong = `At most ${max} characters.`,
  notText = 'Must be text.',
  trim = false,
}: Bound): z.ZodString {
  const text = z.string(expected(notText))
  return (trim ? text.trim() : text).max(max, { error: tooLong, abort: true })
}
