/** How long a phone code counts. */
export const CODE_MINUTES = 5
export const CODE_TRIES = 5

/**
 * Mobile ranges of the countries on offer. Premium, satellite, personal and pager numbers are what pumped messages go to, so
 * nothing outside of these ranges ever gets a code.
 */
const MOBILE = [/^\+614\d{8}$/, /^\+447[1-57-9]\d{8}$/, /^\+447624\d{6}$/]

export const acceptsCodes = (phone: string): boolean => MOBILE.some((range) => range.test(phone))

/** The dial code by which a day's messages are counted. */
export const dialCode = (phone: string): string => phone.slice(0, 3)

export const CODES_UNSUPPORTED = 'Codes can only be sent to mobile numbers that start with +61 4 or +44 7.'
export const REQUEST_NEW_CODE = 'Please ask for a new code.'

export type StoredCode = { phone: string; tries: number; expires_at: Date }

/**
 * Why a code cannot be checked, null when it can. It holds to the very end of its fifth minute.
 * @param phone what the person says the code was sent to.
 */
export function codeProblem(stored: StoredCode | undefined, phone: string, now: Date): string | null {
  if (!stored) return REQUEST_NEW_CODE
  if (stored.phone !== phone) return `This code was not sent to ${phone}. ${REQUEST_NEW_CODE}`
  if (stored.expires_at < now) return `This code has expired. ${REQUEST_NEW_CODE}`
  return stored.tries >= CODE_TRIES ? `There were too many tries. ${REQUEST_NEW_CODE}` : null
}
