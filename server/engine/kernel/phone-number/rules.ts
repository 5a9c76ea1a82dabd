/** The stored form: "+", one digit from 1 to 9, then 1 to 14 digits. */
export const PHONE_PATTERN = /^\+[1-9]\d{1,14}$/

export const PHONE_MESSAGE = 'Phone number must include the country code and not contain spaces.'

export const CALLING_CODES: readonly string[] = ['+61', '+44']

/** @param language of the browser, such as en-GB. */
export const defaultCallingCode = (language: string): string => (/^en-GB$/i.test(language) ? '+44' : '+61')

const MAX_TYPED = 60

const SEPARATORS = /[\s\u200b-\u200f\u202a-\u202e\u2060\ufeff().\-/]/gu

const narrow = (wide: string) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)

/** Removes separators from a typed number; empty for a text too long to be one. */
export const plainPhone = (typed: string): string =>
  typed.length > MAX_TYPED ? '' : typed.replace(SEPARATORS, '').replace(/[０-９＋]/g, narrow)

const withoutZeros = (local: string) => local.replace(/^0+/, '')

/**
 * Splits a typed number: after a plus, the first three characters are the code. A local number has no leading zeros;
 * after a code that is not offered all digits stay, since "+1 202" would become another number.
 */
export function splitPhone(typed: string, chosen: string): { code: string; local: string } {
  const text = plainPhone(typed)
  if (!text.startsWith('+')) return { code: chosen, local: withoutZeros(text) }
  const [code, local] = [text.slice(0, 3), text.slice(3)]
  return { code, local: CALLING_CODES.includes(code) ? withoutZeros(local) : local }
}

/**
 * Returns the whole number; null if it does not match the pattern or has a code only.
 * @param chosen the code beside the field, for a number typed without one.
 */
export function wholePhone(typed: string, chosen: string): string | null {
  const { code, local } = splitPhone(typed, chosen)
  const isMissing = local === '' && CALLING_CODES.includes(code)
  return !isMissing && PHONE_PATTERN.test(code + local) ? code + local : null
}
