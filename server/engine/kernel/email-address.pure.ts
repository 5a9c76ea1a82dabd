export const INVALID_EMAIL = 'Invalid email.'

export const MAX_EMAIL_LENGTH = 254

/**
 * Matches x@y.z in one pass. Left: parts of letters, digits and unquoted signs, separated by single dots. Right: names
 * of letters and digits of any script with inner hyphens, separated by single dots. Excludes invisible characters,
 * brackets and quotation marks.
 */
export const EMAIL_PATTERN =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@[\p{L}\p{N}](?:-*[\p{L}\p{M}\p{N}])*(?:\.[\p{L}\p{N}](?:-*[\p{L}\p{M}\p{N}])*)+$/u

export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(text)
