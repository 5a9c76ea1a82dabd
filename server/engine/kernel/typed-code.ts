import { timingSafeEqual } from 'node:crypto'
import { normaliseText } from './composed-text.pure.ts'
import { hashSecret } from './derive.ts'

/**
 * Normalises a typed or pasted code: removes blanks, and turns the digits and letters of wide keyboards (１２３) into plain
 * ones.
 */
export const typedCode = (text: string): string => normaliseText(text, 'NFKC').replace(/\s/g, '')

/** Whether two secrets are equal, in a time that does not reveal where they differ. Any texts may be compared. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(hashSecret(a), hashSecret(b))
