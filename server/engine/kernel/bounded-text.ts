import * as z from 'zod'
import { expected } from './expected.ts'

type Bound = {
  max: number
  tooLong?: string
  /** Default: "Must be text."; a missing value is always "Required.". */
  notText?: string
  trim?: boolean
}

/**
 * Builds the schema of external text. Refuses a too long text before any further check or transformation, which bounds
 * their cost. Every text of an input starts with this schema (docs/hostile-input.md).
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
