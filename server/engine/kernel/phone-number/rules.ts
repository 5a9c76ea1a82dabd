/** "+", one digit from 1 to 9, then 1 to 14 digits. A country code without digits after it is not a number. */
export const PHONE_PATTERN = /^\+(?!(?:61|44)$)[1-9]\d{1,14}$/

export const PHONE_MESSAGE = 'Phone number must include the country code and not contain spaces.'

/** The offered country codes, with the countries that they stand for. */
export const COUNTRY_CODES = [
  { code: '+61', place: 'Australia' },
  { code: '+44', place: 'United Kingdom' },
] as const

export type CountryCode = (typeof COUNTRY_CODES)[number]['code']

const isOfferedCode = (text: string): text is CountryCode => COUNTRY_CODES.some(({ code }) => code === text)

/** Returns an offered code as such; undefined for any other text. */
export const countryCodeOf = (text: string | undefined): CountryCode | undefined =>
  text !== undefined && isOfferedCode(text) ? text : undefined

/** Returns +44 for a browser in British English, else +61. */
export const defaultCode = (browserLanguage: string | undefined): CountryCode =>
  browserLanguage?.toLowerCase() === 'en-gb' ? '+44' : '+61'

export type PhoneEntry = { code: CountryCode; local: string }

/**
 * Splits a typed number. A number that starts with an offered code sets the code, also with 00 in place of the plus; a number
 * with another code stays whole, because cutting off three characters would change it.
 */
export function readPhone(typed: string, code: CountryCode): PhoneEntry {
  const dialled = typed.replace(/[\s\u200b-\u200f\u2060\ufeff().-]/gu, '')
  const text = isOfferedCode(`+${dialled.slice(2, 4)}`) ? dialled.replace(/^00/, '+') : dialled
  const given = text.slice(0, 3)
  return isOfferedCode(given) ? { code: given, local: text.slice(3) } : { code, local: text }
}

/**
 * Builds the complete number; null when it is not valid. Leading zeros of the local part are dropped; a country code alone is
 * not a number.
 */
export function phoneOf({ code, local }: PhoneEntry): string | null {
  const whole = local.startsWith('+') ? local : code + local.replace(/^0+/, '')
  return whole !== code && PHONE_PATTERN.test(whole) ? whole : null
}

/**
 * Returns what a form sends: the number, '' for none, or else the typed text, so that the server reports what is wrong with
 * it.
 */
export const phoneInputValue = (entry: PhoneEntry): string =>
  entry.local === '' ? '' : (phoneOf(entry) ?? entry.local)
