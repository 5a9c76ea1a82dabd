/** How many minutes a phone code is valid. */
export const CODE_MINUTES = 5
const CODE_TRIES = 5

/**
 * Mobile ranges of the offered countries. Fraud targets premium, satellite, personal and pager numbers, so only these ranges
 * ever get a code.
 */
const MOBILE = [/^\+614\d{8}$/, /^\+447[1-57-9]\d{8}$/, /^\+447624\d{6}$/]

export const acceptsCodes = (phone: string): boolean => MOBILE.some((range) => range.test(phone))

/** Returns the country code under which a day's messages are counted. */
export const dialCode = (phone: string): string => phone.slice(0, 3)

/** Told when a number is stored that no code can be sent to. */
export const KEPT_UNVERIFIED =
  'Your number is saved, but not verified: codes can only be sent to mobile numbers that start with +61 4 or +44 7. Until it is verified, you get no texts.'
export const REQUEST_NEW_CODE = 'Please ask for a new code.'

export type StoredCode = { phone: string; tries: number; expires_at: Date }

/**
 * Returns why a code cannot be checked; null when it can. It is valid to the end of its fifth minute.
 * @param phone the number that the person received the code on.
 */
export function codeProblem(stored: StoredCode | undefined, phone: string, now: Date): string | null {
  if (!stored) return REQUEST_NEW_CODE
  if (stored.phone !== phone) return `This code was not sent to ${phone}. ${REQUEST_NEW_CODE}`
  if (stored.expires_at < now) return `This code has expired. ${REQUEST_NEW_CODE}`
  return stored.tries >= CODE_TRIES ? `There were too many tries. ${REQUEST_NEW_CODE}` : null
}
