import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isCountry } from './countries.pure.ts'
import { CALLING_CODES, PHONE_PATTERN, plainPhone } from './rules.ts'

// This module carries the numbering plans of the world (some 40 kB compressed): pages load it on demand only.

/** `mobile` can get texts; `other` is known to get none; `unknown` is in no published range, such as numbers for films. */
export type PhoneKind = 'mobile' | 'other' | 'unknown'

export type Phone = {
  /** As it is stored: "+447700900123". */
  number: string
  /** ISO 3166; null where the plan does not tell, as for numbers for films and for satellites. */
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
 * Reads a number as somebody typed it, with the country code or as it is dialled in a country. Also understood: 00 in place of
 * the plus, and too many leading zeros. A number that its plan says to be valid is preferred to one that is only of a possible
 * length; ranges open faster than plans are published, so that both count.
 * @param country where a number without a country code belongs to; ISO 3166.
 * @returns null for what cannot be a number.
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

/** Returns a stored number with the spaces of its country, "+44 7700 900123"; what is no number stays as it is. */
export const formatPhone = (number: string): string => parse(number, undefined)?.formatInternational() ?? number

/** Mobiles of the countries on offer, by the digits behind the plus. */
const MOBILE = /^\+(447\d{9}|614\d{8})$/

/** Why a number may not be what somebody meant, and the number that they may have meant. */
export type Doubt = { text: string; meant: string | null }

/**
 * Finds a reason to ask about a number that fits the pattern; null for none. Nothing is refused for it: plans change faster than
 * they are published.
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
