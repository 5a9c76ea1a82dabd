import { createHmac, randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '../factors-contract.ts'

/** Letters and digits that nobody confuses on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

const generateCode = () => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Creates ten codes of 49 bits, in the form in which they are shown once: `abcde-fghjk`. */
export const generateRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, generateCode).map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)

/** Hashes a code for storage; spaces, dashes and capitals do not matter. */
export const hashRecoveryCode = (secret: string, account: number, code: string): Buffer =>
  createHmac('sha256', secret)
    .update(`recovery:${account}:${code.toLowerCase().replaceAll(/[\s-]/g, '')}`)
    .digest()
