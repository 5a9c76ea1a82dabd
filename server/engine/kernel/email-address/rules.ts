/** What is said of any other, wherever an address is taken. */
export const INVALID_EMAIL = 'Invalid email.'

/** The most characters of an address. */
export const MAX_EMAIL_LENGTH = 254

/**
 * x@y.z, in one pass: parts of the left side between single dots, of letters, figures and the signs that an address has without
 * quotation marks; names of the host between single dots, of letters and figures of any script, with hyphens inside. Nothing
 * invisible, no brackets, no quotation marks.
 */
export const EMAIL_PATTERN =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@[\p{L}\p{N}](?:-*[\p{L}\p{M}\p{N}])*(?:\.[\p{L}\p{N}](?:-*[\p{L}\p{M}\p{N}])*)+$/u

/** Whether a text is an email address, however long the text is. */
export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(text)
