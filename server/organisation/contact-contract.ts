import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { INVALID_EMAIL, MAX_EMAIL_LENGTH } from '#server/engine/kernel/email-address.pure.ts'

/** An ASCII address, which old mail programs can reply to. */
export const plainEmail = boundedText({ max: MAX_EMAIL_LENGTH, tooLong: INVALID_EMAIL }).regex(
  z.regexes.email,
  INVALID_EMAIL,
)
