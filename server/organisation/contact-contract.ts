import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { INVALID_EMAIL, LONGEST_EMAIL } from '#server/engine/kernel/email-address/rules.ts'

/** An address of plain letters, which mail programs of every age can answer. */
export const plainEmail = boundedText({ max: LONGEST_EMAIL, tooLong: INVALID_EMAIL }).regex(
  z.regexes.email,
  INVALID_EMAIL,
)
