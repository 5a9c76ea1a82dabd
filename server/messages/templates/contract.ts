import { defineContract } from '#server/engine/collections/contract.ts'
import { choice, flag, id, required, text, textLine } from '#server/engine/collections/field-contract.ts'

export const MESSAGE_KINDS = ['email', 'sms'] as const

export const messagetemplates = defineContract({
  name: 'messagetemplates',
  singular: 'template',
  title: 'Templates',
  label: 'name',
  fields: {
    id: id(),
    name: required(textLine(200)),
    kind: choice(MESSAGE_KINDS, 'email'),
    /** Both may have merge fields; an SMS has no subject. */
    subject: textLine(300),
    body: text(20_000),
    archived: flag(),
  },
  search: ['name', 'subject', 'body'],
  sort: ['name'],
})
