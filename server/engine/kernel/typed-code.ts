import { createHash, timingSafeEqual } from 'node:crypto'
import { normaliseText } from './composed-text/rules.ts'

/**
 * A short code as somebody typed or pasted it: without blanks, and with the digits and letters of wide keyboards (１２３)
 * as the plain ones that they stand for.
 */
export const typedCode = (text: string): string => normaliseText(text, 'NFKC').replace(/\s/g, '')

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether two secrets are the same, in a time that tells nothing of where they differ. Any texts may be compared. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
