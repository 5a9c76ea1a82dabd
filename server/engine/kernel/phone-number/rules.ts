/** "+", one digit from 1 to 9, then 1 to 14 digits. A bare country code on offer is no number. */
export const PHONE_PATTERN = /^\+(?!(?:61|44)$)[1-9]\d{1,14}$/

export const PHONE_MESSAGE = 'Phone number must include the country code and not contain spaces.'

/** The country codes on offer, with the places that they stand for. */
export const COUNTRY_CODES = [
  { code: '+61', place: 'Australia' },
  { code: '+44', place: 'United Kingdom' },
] as const

export type CountryCode = (typeof COUNTRY_CODES)[number]['code']

export const isOfferedCode = (text: string): text is CountryCode => COUNTRY_CODES.some(({ code }) => code === text)

/** +44 for a browser that speaks British English, else +61. */
export const defaultCode = (browserLanguage: string | undefined): CountryCode =>
  browserLanguage?.toLowerCase() === 'en-gb' ? '+44' : '+61'

export type PhoneEntry = { code: CountryCode; local: string }

/**
 * What a person typed, taken apart. A number that starts with an offered code sets the code, also where 00 was dialled for
 * its plus; one with another code stays whole, because cutting three characters off it would make a different number.
 */
export function readPhone(typed: string, code: CountryCode): PhoneEntry {
  const dialled = typed.replace(/[\s\u200b-\u200f\u2060\ufeff().-]/gu, '')
  const text = isOfferedCode(`+${dialled.slice(2, 4)}`) ? dialled.replace(/^00/, '+') : dialled
  const given = text.slice(0, 3)
  return isOfferedCode(given) ? { code: given, local: text.slice(3) } : { code, local: text }
}

/**
 * The number in full, or null when it is not valid. Leading zeros of the local part go; a bare country code is not a number.
 */
export function phoneOf({ code, local }: PhoneEntry): string | null {
  const whole = local.startsWith('+') ? local : code + local.replace(/^0+/, '')
  return whole !== code && PHONE_PATTERN.test(whole) ? whole : null
}

/** What a form sends: the number, '' for none, or else what was typed, so that the server says what is wrong with it. */
export const phoneInputValue = (entry: PhoneEntry): string =>
  entry.local === '' ? '' : (phoneOf(entry) ?? entry.local)
