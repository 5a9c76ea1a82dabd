import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isCountry } from './countries.pure.ts'
import { CALLING_CODES, PHONE_PATTERN, plainPhone } from './rules.ts'

// Contains the world's numbering plans (some 40 kB compressed): pages load it on demand only.

/** `mobile` can get texts; `other` cannot; `unknown` is in no published range, such as numbers for films. */
export type PhoneKind = 'mobile' | 'other' | 'unknown'

export type Phone = {
  /** The stored form: "+447700900123". */
  number: string
  /** ISO 3166; null for numbers outside countries, such as for films and satellites. */
  country: string | null
  kind: PhoneKind
  callingCode: string
}

const parse = (text: string, country: string | undefined): PhoneNumber | undefined => {
  const found = parsePhoneNumberFromString(text, {
    ...(isCountry(country) && { defaultCountry: country as CountryCode }),
    extract: false,
  })
  return found?.isPossible() && !found.ext && PHONE_PATTERN.test(found.number) ? found : undefined
}

const kindOf = (found: PhoneNumber): PhoneKind => {
  const type = found.getType()
  if (type === undefined) return 'unknown'
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' ? 'mobile' : 'other'
}

const detailsOf = (found: PhoneNumber): Phone => ({
  number: found.number,
  country: found.country ?? null,
  kind: kindOf(found),
  callingCode: `+${found.countryCallingCode}`,
})

/**
 * Parses a typed number, with the country code or as dialled in a country. Accepts 00 for the plus, and extra leading
 * zeros. Prefers a valid number to one of only a possible length; accepts both, since ranges open faster than plans are
 * published.
 * @param country of a number without a country code; ISO 3166.
 * @returns null for an impossible number.
 */
export function readPhone(typed: string, country?: string): Phone | null {
  const text = plainPhone(typed)
  if (!/^\+?\d+$/.test(text)) return null
  const withPlus = text.startsWith('+')
  const asTyped = parse(text, withPlus ? undefined : country)
  if (withPlus) return asTyped ? detailsOf(asTyped) : null
  const withoutZeros = parse(text.replace(/^0+(?=\d)/, ''), country)
  const found =
    [asTyped, withoutZeros].find((read) => read?.isValid()) ??
    (text.startsWith('00') ? parse(`+${text.slice(2)}`, undefined) : undefined) ??
    asTyped ??
    withoutZeros
  return found ? detailsOf(found) : null
}

/** Formats a stored number with the spaces of its country, "+44 7700 900123"; keeps anything else. */
export const formatPhone = (number: string): string => parse(number, undefined)?.formatInternational() ?? number

/** Mobiles of the offered countries, by the digits after the plus. */
const MOBILE = /^\+(447\d{9}|614\d{8})$/

export type Doubt = { text: string; meant: string | null }

/**
 * Finds a reason to query a number that fits the pattern; null for none. Only a question, since plans change faster
 * than they are published.
 * @param mobile whether texts are to be sent to it.
 */
export function doubtAbout(number: string, { mobile = false } = {}): Doubt | null {
  if (MOBILE.test(number)) return null
  const code = CALLING_CODES.find((one) => number.startsWith(one))
  const local = code ? number.slice(code.length) : ''
  const meant = [...CALLING_CODES.map((other) => other + local), `+${local}`].find((one) => MOBILE.test(one))
  if (meant) return { text: `This looks like ${formatPhone(meant)}.`, meant }
  const phone = readPhone(number)
  if (phone?.number !== number) return { text: 'This number is too short or too long for its country.', meant: null }
  if (!mobile || phone.kind !== 'other') return null
  return { text: 'This is not a mobile number. Texts can only be sent to a mobile.', meant: null }
}
