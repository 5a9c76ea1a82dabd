import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { PHONE_MESSAGE, PHONE_PATTERN } from './rules.ts'

type Said = Pick<Parameters<typeof boundedText>[0], 'error' | 'trim'>

/** A phone number in full, as it is stored. */
export const phoneField = (said: Said = {}) =>
  boundedText({ max: 16, tooLong: PHONE_MESSAGE, ...said }).regex(PHONE_PATTERN, PHONE_MESSAGE)
