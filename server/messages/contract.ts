import * as z from 'zod'
import { defineContract } from '#server/engine/collections/contract.ts'
import {
  choice,
  type Field,
  id,
  instant,
  json,
  orNull,
  readOnly,
  relation,
  text,
  textLine,
  titled,
} from '#server/engine/collections/field-contract.ts'
import { MESSAGE_KINDS } from '#server/messages/templates/contract.ts'

const ids = z.array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)).max(1000, 'At most 1000.')
const optionalId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullable()

/**
 * The recipients of a message, found when it is sent. Each given part narrows the others: people with these roles, these
 * competencies, on the event or series, with the access role. `people` lists people directly.
 */
const audienceSchema = z.strictObject({
  roles: ids.optional(),
  competencies: ids.optional(),
  event: optionalId.optional(),
  series: optionalId.optional(),
  people: ids.optional(),
  access_role: z.enum(['admin', 'user']).nullable().optional(),
})

export type Audience = z.infer<typeof audienceSchema>

const MESSAGE_STATUSES = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const

const audience = (): Field<typeof audienceSchema> => ({ ...json(), schema: audienceSchema, input: audienceSchema })

export const messages = defineContract({
  name: 'messages',
  singular: 'message',
  title: 'Messages',
  label: 'subject',
  fields: {
    id: id(),
    kind: choice(MESSAGE_KINDS, 'email'),
    subject: textLine(300),
    body: text(20_000),
    template: orNull(relation('messagetemplates')),
    audience: audience(),
    scheduled_for: orNull(instant()),
    status: readOnly(choice(MESSAGE_STATUSES, 'draft')),
    /** The number of its deliveries by state. */
    counts: readOnly(json()),
    created_by: readOnly(orNull(relation('people'))),
    created: readOnly(instant()),
    sent_at: titled('Sent', readOnly(orNull(instant()))),
  },
  search: ['subject', 'body'],
  sort: ['-created'],
})
