import { countryName } from '#server/engine/kernel/phone-number/countries.pure.ts'
import { readPhone } from '#server/engine/kernel/phone-number/reading.pure.ts'

export const CODE_MINUTES = 5
const CODE_TRIES = 5

/** Territories whose mobiles belong to another's numbering plan and price. */
const BELONGS_TO: Readonly<Record<string, string>> = { GG: 'GB', IM: 'GB', JE: 'GB', CC: 'AU', CX: 'AU' }

/** Numbers that Britain reserves for films and examples; the demo uses them. */
const FOR_EXAMPLES = /^\+447700900\d{3}$/

/**
 * Allows mobiles of the operator's countries. Excludes premium, satellite, personal, pager and unpublished ranges,
 * which fraud targets.
 * @param countries ISO 3166 codes.
 */
export function acceptsCodes(number: string, countries: readonly string[]): boolean {
  if (FOR_EXAMPLES.test(number)) return countries.includes('GB')
  const phone = readPhone(number)
  if (phone?.kind !== 'mobile' || !phone.country) return false
  return countries.includes(BELONGS_TO[phone.country] ?? phone.country)
}

export const dialCode = (number: string): string => readPhone(number)?.callingCode ?? number.slice(0, 4)

/** Explains that no code can be sent to the stored number. @param countries those that get codes. */
export const keptUnverified = (countries: readonly string[]): string =>
  `Your number is saved but not verified. We can only send codes to mobile numbers in: ${
    countries.length ? countries.map(countryName).join(', ') : 'no country'
  }. You won’t get texts until it’s verified.`

export const REQUEST_NEW_CODE = 'Please ask for a new code.'

export type StoredCode = { phone: string; tries: number; expires_at: Date }

/**
 * Returns why a code cannot be checked, or null. Valid to the end of its fifth minute.
 * @param phone the number that received the code.
 */
export function codeProblem(stored: StoredCode | undefined, phone: string, now: Date): string | null {
  if (!stored) return REQUEST_NEW_CODE
  if (stored.phone !== phone) return `This code was not sent to ${phone}. ${REQUEST_NEW_CODE}`
  if (stored.expires_at < now) return `This code has expired. ${REQUEST_NEW_CODE}`
  return stored.tries >= CODE_TRIES ? `There were too many attempts. ${REQUEST_NEW_CODE}` : null
}
