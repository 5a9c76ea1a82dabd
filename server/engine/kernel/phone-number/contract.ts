import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { PHONE_MESSAGE, PHONE_PATTERN } from './rules.ts'

export const phoneField = ({ trim = false } = {}) =>
  boundedText({ max: 16, tooLong: PHONE_MESSAGE, trim }).regex(PHONE_PATTERN, PHONE_MESSAGE)
