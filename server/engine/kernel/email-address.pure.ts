/** The message for any other text, wherever an address is entered. */
export const INVALID_EMAIL = 'Invalid email.'

/** The most characters of an address. */
export const MAX_EMAIL_LENGTH = 254

/**
 * Matches x@y.z in one pass: on the left, parts of letters, digits and the unquoted signs of an address between single dots;
 * on the right, names of letters and digits of any script, with inner hyphens, between single dots. No invisible characters,
 * brackets or quotation marks.
 */
export const EMAIL_PATTERN =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@[\p{L}\p{N}](?:-*[\p{L}\p{M}\p{N}])*(?:\.[\p{L}\p{N}](?:-*[\p{L}\p{M}\p{N}])*)+$/u

/** Whether a text is an email address, however long the text is. */
export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(text)
