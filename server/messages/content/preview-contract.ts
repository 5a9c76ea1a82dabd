import * as z from 'zod'

const whole = z.number().int()
const count = whole.min(0)

const id = z.coerce.number({ error: 'Must be an id.' }).int().positive().max(Number.MAX_SAFE_INTEGER)
const upTo = (max: number) => z.coerce.number({ error: 'Must be a whole number.' }).int().min(0).max(max)

/** `sms`: an email as a text. */
const kind = z.literal('sms').optional()

export const previewQuery = z.object({ person: id.optional() })
export const messagePreviewQuery = previewQuery.extend({ kind })

/** Parts of a text and their cost; the price is null without the site's price per part. Money in the site's currency. */
const smsCost = { segments: count, price: z.number().nullable(), currency: z.string() }

/** A message as one person reads it; a text has neither subject nor HTML. The link to their settings has no token. */
export const previewAnswer = z.object({
  person: z.object({ id: whole, name: z.string(), receives: z.boolean() }),
  to: z.string(),
  from: z.string(),
  reply_to: z.string().nullable(),
  subject: z.string().optional(),
  text: z.string(),
  html: z.string().optional(),
  headers: z.record(z.string(), z.string()),
  attachments: z.array(z.object({ filename: z.string(), size: count })),
  /** Whether its Markdown is rendered; until then the source is shown and it is not sent. */
  rendered: z.boolean(),
  segments: count.optional(),
  price: z.number().nullable().optional(),
  currency: z.string().optional(),
})
export type PreviewAnswer = z.infer<typeof previewAnswer>

export const readersQuery = z.object({
  limit: upTo(200).optional(),
  offset: upTo(1_000_000).optional(),
})
export const messageReadersQuery = readersQuery.extend({ kind })

export const READER_REASONS = ['longest_name', 'no_value', 'other_formats'] as const
export type ReaderReason = (typeof READER_REASONS)[number]

const reader = z.object({ person: whole, name: z.string(), why: z.enum(READER_REASONS).nullable() })
export type Reader = z.infer<typeof reader>

const fieldUse = z.object({
  field: z.string(),
  label: z.string(),
  /** Recipients without a value, and the first by name. They read the fallback, if any. */
  missing: count,
  people: z.array(z.object({ id: whole, name: z.string() })),
  has_fallback: z.boolean(),
})
export type FieldUse = z.infer<typeof fieldUse>

const smsUse = z.object({
  ...smsCost,
  /** Maximum parts for one recipient; of that text, characters, units and the capacity of its parts. */
  most: count,
  encoding: z.enum(['GSM-7', 'UCS-2']),
  characters: count,
  units: count,
  room: count,
  /** Characters of the message and its values that need the wide alphabet. */
  wide: z.array(z.string()),
  /** What an email has that this text of it has not; null for any other. */
  lost: z.object({ files: count, pictures: count, formatting: z.boolean() }).nullable(),
  /** The message in plain letters, where that costs less; else null. */
  plain: z.object({ body: z.string(), ...smsCost }).nullable(),
  quiet: z.object({ from: z.string(), until: z.string() }),
})
export type SmsUse = z.infer<typeof smsUse>

/** Recipients in preview order, and how the message fits them. */
export const readersAnswer = z.object({
  count,
  /** As in a preview. */
  rendered: z.boolean(),
  readers: z.array(reader),
  fields: z.array(fieldUse),
  sms: smsUse.nullable(),
})
export type ReadersAnswer = z.infer<typeof readersAnswer>
