/** "+", one digit from 1 to 9, then 1 to 14 digits: the form in which numbers are stored. */
export const PHONE_PATTERN = /^\+[1-9]\d{1,14}$/

export const PHONE_MESSAGE = 'Phone number must include the country code and not contain spaces.'
