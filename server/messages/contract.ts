import * as z from 'zod'
import { defineContract } from '#server/engine/collections/contract.ts'
import {
  choice,
  type Field,
  flag,
  id,
  instant,
  integer,
  json,
  orNull,
  readOnly,
  relation,
  text,
  textLine,
  titled,
} from '#server/engine/collections/field-contract.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { messageFile } from '#server/messages/attachments/contract.ts'
import { audienceSchema } from '#server/messages/audience/contract.ts'
import { MESSAGE_KINDS } from '#server/messages/templates/contract.ts'

const MESSAGE_STATUSES = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const

const audience = (): Field<typeof audienceSchema> => ({ ...json(), schema: audienceSchema, input: audienceSchema })

/** The record from which a draft was created, for the link back. */
export const originSchema = z.strictObject({
  kind: z.enum(['event', 'series', 'day', 'roster', 'shifts', 'people', 'person', 'message']),
  id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  day: boundedText({ max: 10 }).optional(),
})
export type Origin = z.infer<typeof originSchema>

const origin = (): Field<typeof originSchema> => ({ ...json(), schema: originSchema, input: originSchema })

const fileList = z.array(messageFile)
const files = (): Field<typeof fileList> => ({ ...json(), schema: fileList, input: fileList })

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
    /** Where replies go: to the site's contact or to the admin who sends it. */
    reply_to: choice(['site', 'sender'], 'site'),
    origin: orNull(origin()),
    /** Of an email: sending it makes a second message, of its text, for the same people. */
    also_sms: flag(),
    /** Of that second message: the id of the email. */
    same_as: readOnly(orNull(integer())),
    attachments: readOnly(files()),
    status: readOnly(choice(MESSAGE_STATUSES, 'draft')),
    counts: readOnly(json()),
    /** False when its deliveries are no longer kept: the counts remain. */
    lists_people: readOnly(flag()),
    created_by: readOnly(orNull(relation('people'))),
    created: readOnly(instant()),
    sent_by: readOnly(orNull(relation('people'))),
    /** Until then it can be cancelled before anyone gets it. */
    undo_until: readOnly(orNull(instant())),
    /** When recipients were resolved, and their numbers: matching, receiving, and expected when sent or scheduled. */
    started_at: readOnly(orNull(instant())),
    matching: readOnly(orNull(integer())),
    receiving: readOnly(orNull(integer())),
    expected: readOnly(orNull(integer())),
    paused_at: readOnly(orNull(instant())),
    paused_by: readOnly(orNull(relation('people'))),
    problem: readOnly(orNull(textLine(500))),
    tested_at: readOnly(orNull(instant())),
    sent_at: titled('Sent', readOnly(orNull(instant()))),
    cancelled_at: readOnly(orNull(instant())),
  },
  search: ['subject', 'body'],
  sort: ['-created'],
})
