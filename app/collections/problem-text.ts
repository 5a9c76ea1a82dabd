import { firstMessage } from './answer-messages.ts'

/** The text of a failure for which the answer has none. */
export const FAILED = 'That didn’t work. Please try again.'

/** The message of a refusal, for a screen without fields. */
export const problemText = (refused: unknown): string => firstMessage(refused, []) ?? FAILED
