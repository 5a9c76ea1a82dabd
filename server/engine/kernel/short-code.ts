import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The characters of a code. */
export const CODE_LENGTH = 8

/** Makes a code of 47 random bits for the link of a text, which has no room for more. The limit on tries of an address protects it. */
export const makeCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Whether a text has the form of a code. */
export const isCode = (text: string): boolean => /^[0-9A-Za-z]{8}$/.test(text)
