import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { PHONE_MESSAGE, PHONE_PATTERN } from './rules.ts'

/** A phone number in the form in which it is stored. */
export const phoneField = ({ trim = false } = {}) =>
  boundedText({ max: 16, tooLong: PHONE_MESSAGE, trim }).regex(PHONE_PATTERN, PHONE_MESSAGE)
