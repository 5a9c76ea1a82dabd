import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const CODE_LENGTH = 8

/**
 * Creates a code of 47 random bits for links in texts, which have no room for more. A limit of attempts per address
 * protects it.
 */
export const makeCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export const isCode = (text: string): boolean => /^[0-9A-Za-z]{8}$/.test(text)
