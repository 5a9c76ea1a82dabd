import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { callingCodeOf, countryName, isCountry } from '../countries/rules.ts'

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

const MAX_TYPED = 60

/** What people type or paste between digits. */
const SEPARATORS = /[\s\u200b-\u200f\u202a-\u202e\u2060\ufeff().\-/]/gu

/** Turns a sign of a wide keyboard into the one of ASCII. */
const narrow = (wide: string) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)

const parse = (text: string, country: string | undefined): PhoneNumber | undefined => {
  const found = parsePhoneNumberFromString(text, {
    ...(isCountry(country) && { defaultCountry: country as CountryCode }),
    extract: false,
  })
  return found?.isPossible() && !found.ext && /^\+[1-9]\d{1,14}$/.test(found.number) ? found : undefined
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
  if (typed.length > MAX_TYPED) return null
  const text = typed.replace(SEPARATORS, '').replace(/[０-９＋]/g, narrow)
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

const IMPOSSIBLE_PHONE = 'This number is too short or too long for its country.'
const NOT_MOBILE = 'This is not a mobile number. Texts can only be sent to a mobile.'

/** Returns why a number cannot be a person's; null when it can. Landlines are fine where no texts are sent. */
export function phoneProblem(number: string, { mobile = false } = {}): string | null {
  const phone = readPhone(number)
  if (phone?.number !== number) return IMPOSSIBLE_PHONE
  return mobile && phone.kind === 'other' ? NOT_MOBILE : null
}

/** Returns a stored number with the spaces of its country, "+44 7700 900123"; what is no number stays as it is. */
export const formatPhone = (number: string): string => parse(number, undefined)?.formatInternational() ?? number

/** Returns a stored number as it is dialled in its country: "07700 900123". */
export const formatNational = (number: string): string => parse(number, undefined)?.formatNational() ?? number

/** A number that may not be what somebody meant, with the country to ask about. */
export type Doubt = { country: string; name: string; number: string }

/**
 * Finds a country to ask about: that of a number which is not of the expected countries, or the first of `likely` in which
 * a national number is a mobile while it is none in the chosen country.
 * @param chosen the country of the list beside the number.
 * @param expected about which nobody is asked: the club's country, and one that was chosen by hand.
 * @param likely the club's country and those of the browser's languages.
 */
export function doubtAbout(
  typed: string,
  { chosen, expected, likely }: { chosen: string; expected: readonly string[]; likely: readonly string[] },
): Doubt | null {
  const doubt = (country: string, number: string): Doubt => ({ country, name: countryName(country), number })
  const read = readPhone(typed, chosen)
  if (read && !expected.some((country) => callingCodeOf(country) === read.callingCode))
    return read.country ? doubt(read.country, read.number) : null
  if (read?.kind === 'mobile') return null
  for (const country of likely) {
    const other = country === chosen ? null : readPhone(typed, country)
    if (other?.kind === 'mobile' && other.callingCode === callingCodeOf(country)) return doubt(country, other.number)
  }
  return null
}
