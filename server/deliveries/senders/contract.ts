import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { MAX_EMAIL_LENGTH } from '#server/engine/kernel/email-address.pure.ts'
import { domainOf } from './rules.ts'

const MAX_LOCAL = 64
const NO_ADDRESS = 'Give an address such as crew@harbour.org.'
const ADDRESS = /^[a-z0-9]+(?:[._+-][a-z0-9]+)*@(?:[a-z0-9](?:-*[a-z0-9])*\.)+[a-z](?:-*[a-z0-9])+$/

/** An address in lower-case ASCII, which needs no quoting in a header. */
export const senderField = boundedText({ max: MAX_EMAIL_LENGTH, tooLong: NO_ADDRESS, trim: true })
  .toLowerCase()
  .regex(ADDRESS, NO_ADDRESS)
  .refine(
    (address) =>
      address.indexOf('@') <= MAX_LOCAL &&
      domainOf(address)
        .split('.')
        .every((label) => label.length <= 63),
    NO_ADDRESS,
  )
