import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { PHONE_MESSAGE, PHONE_PATTERN } from './rules.ts'

type PhoneMessages = Pick<Parameters<typeof boundedText>[0], 'error' | 'trim'>

/** A complete phone number, as it is stored. */
export const phoneField = (messages: PhoneMessages = {}) =>
  boundedText({ max: 16, tooLong: PHONE_MESSAGE, ...messages }).regex(PHONE_PATTERN, PHONE_MESSAGE)
