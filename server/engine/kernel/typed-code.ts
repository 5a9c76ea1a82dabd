import { timingSafeEqual } from 'node:crypto'
import { normaliseText } from './composed-text.pure.ts'
import { hashSecret } from './derive.ts'

/** Normalises a typed or pasted code: removes blanks, and maps full-width characters (１２３) to ASCII. */
export const typedCode = (text: string): string => normaliseText(text, 'NFKC').replace(/\s/g, '')

/** Compares two secrets of any length in constant time. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(hashSecret(a), hashSecret(b))
