import { randomInt } from 'node:crypto'
import { secretsOf, sign } from '#server/engine/kernel/derive.ts'
import { RECOVERY_CODES } from '../factors-contract.ts'

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

const generateCode = () => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Creates ten codes of 49 bits, formatted as `abcde-fghjk`. They are shown only once. */
export const generateRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, generateCode).map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)

/** Ignores spaces, dashes and case. */
export const hashRecoveryCode = (secret: string, account: number, code: string): Buffer =>
  sign(secret, `recovery:${account}:${code.toLowerCase().replaceAll(/[\s-]/g, '')}`)

/** The hashes that a code has under the secret and its predecessors. */
export const recoveryCodeHashes = (secret: string, account: number, code: string): Buffer[] =>
  secretsOf(secret).map((each) => hashRecoveryCode(each, account, code))
