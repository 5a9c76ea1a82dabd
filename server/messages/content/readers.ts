import { FIELDS, type FieldName, fieldsIn } from '#server/deliveries/texts/fields.pure.ts'
import { ascii } from '#server/deliveries/texts/plain.ts'
import { countSms, rewriteWords, type SmsCount } from '#server/deliveries/texts/sms.pure.ts'
import { formatsOf } from '#server/engine/access/actor.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import { aboutOf } from './about.ts'
import { type ContentFacts, hasValue, readContentFacts } from './facts.ts'
import type { FieldUse, Reader, ReadersAnswer, SmsUse } from './preview-contract.ts'
import {
  type AsKind,
  type Collections,
  listRecipients,
  type ReadCtx,
  type Recipient,
  readContent,
  type StoredContent,
} from './read-draft.ts'
import { smsWriter } from './write.ts'

const MAX_NAMED = 50

export type Readers = StoredContent & { recipients: Recipient[]; facts: ContentFacts }

/**
 * Reads a message and all recipients, in a bounded number of statements.
 * @throws DomainError 'not_found'.
 */
export async function readReaders(
  ctx: ReadCtx,
  collections: Collections,
  id: number,
  as: AsKind = {},
): Promise<Readers> {
  return withRecipients(ctx, collections, await readContent(ctx, id, as))
}

/**
 * Reads all recipients of a message that need not be stored.
 * @param about source of its event and shifts; default: the message's subject
 */
export async function withRecipients(
  ctx: ReadCtx,
  collections: Collections,
  stored: StoredContent,
  about: Audience = aboutOf(stored.content),
): Promise<Readers> {
  const recipients = await listRecipients(ctx, collections, stored.content)
  const people = recipients.map(({ id }) => id)
  const facts = await readContentFacts(ctx.db, { about, sender: stored.sender, now: ctx.clock.now() }, people)
  return { ...stored, recipients, facts }
}

/**
 * Lists recipients: first those who show whether the text fits everyone, then by name; fields without values, and a
 * text's cost.
 * @throws DomainError 'not_found'; 'invalid' under `audience`.
 */
export async function listReaders(
  ctx: ReadCtx,
  collections: Collections,
  id: number,
  page: ReadersPage & AsKind,
): Promise<ReadersAnswer> {
  return answerReaders(await readReaders(ctx, collections, id, page), ctx.site, page)
}

type ReadersPage = { limit?: number | undefined; offset?: number | undefined; origin: string }

export const answerReaders = (
  readers: Readers,
  site: Site,
  { limit = 50, offset = 0, origin }: ReadersPage,
): ReadersAnswer => ({
  count: readers.recipients.length,
  rendered: readers.isRendered,
  readers: inOrder(readers, site).slice(offset, offset + limit),
  fields: usesOf(readers, site),
  sms: readers.content.kind === 'sms' ? smsUse(readers, site, origin) : null,
})

/** Sorts readers for the preview: the longest name, one without a value, one with unusual formats, then by name. */
export function inOrder({ content, facts, recipients }: Readers, site: Site): Reader[] {
  const used = fieldNames(content)
  const first = new Map<number, Reader['why']>()
  const longest = recipients.reduce<Recipient | undefined>(
    (best, one) => (best && [...best.name].length >= [...one.name].length ? best : one),
    undefined,
  )
  const without = recipients.find((one) => used.some((field) => !hasValue(field, facts, site, one)))
  const usual = usualFormats(recipients)
  const other = recipients.find((one) => !first.has(one.id) && formatKey(one) !== usual)
  if (longest) first.set(longest.id, 'longest_name')
  if (without && !first.has(without.id)) first.set(without.id, 'no_value')
  if (other && !first.has(other.id)) first.set(other.id, 'other_formats')
  const byId = new Map(recipients.map((one) => [one.id, one]))
  return [
    ...[...first].flatMap(([id, why]) => {
      const one = byId.get(id)
      return one ? [{ person: id, name: one.name, why }] : []
    }),
    ...recipients.flatMap(({ id, name }) => (first.has(id) ? [] : [{ person: id, name, why: null }])),
  ]
}

function formatKey({ settings }: Recipient): string {
  const { dateFormat, timeFormat } = formatsOf(settings)
  return `${dateFormat} ${timeFormat}`
}

function usualFormats(recipients: readonly Recipient[]): string {
  const counts = new Map<string, number>()
  for (const one of recipients) counts.set(formatKey(one), (counts.get(formatKey(one)) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

const textOf = ({ kind, subject, body }: StoredContent['content']) => (kind === 'sms' ? body : `${subject}\n${body}`)
const fieldNames = (content: StoredContent['content']): FieldName[] => [...fieldsIn(textOf(content)).keys()]

function usesOf({ content, facts, recipients }: Readers, site: Site): FieldUse[] {
  return [...fieldsIn(textOf(content))].map(([field, { hasFallback }]) => {
    const without = recipients.filter((one) => !hasValue(field, facts, site, one))
    return {
      field,
      label: FIELDS[field],
      missing: without.length,
      people: without.slice(0, MAX_NAMED).map(({ id, name }) => ({ id, name })),
      has_fallback: hasFallback,
    }
  })
}

/**
 * Returns the cost of a text, in the site's currency.
 * @param segments in total
 */
export const costOf = (segments: number, { sms_price, currency }: Site) => ({
  segments,
  price: sms_price === null ? null : Math.round(segments * sms_price * 10_000) / 10_000,
  currency,
})

function smsUse({ content, facts, recipients, lost }: Readers, site: Site, origin: string): SmsUse {
  const counted = countAll(content.body)
  const body = rewriteWords(content.body, ascii)
  const plain = body === content.body ? null : countAll(body)
  return {
    ...costOf(counted.segments, site),
    most: counted.longest.segments,
    encoding: counted.longest.encoding,
    characters: counted.longest.characters,
    units: counted.longest.units,
    room: counted.longest.room,
    wide: counted.longest.wide,
    lost: lost ?? null,
    plain: plain && plain.segments < counted.segments ? { body, ...costOf(plain.segments, site) } : null,
    quiet: { from: site.quiet_start.slice(0, 5), until: site.quiet_end.slice(0, 5) },
  }

  function countAll(text: string): { segments: number; longest: SmsCount } {
    const write = smsWriter({ body: text, facts, site, origin })
    let longest = countSms(recipients.length ? '' : write({ id: 0, name: '' }))
    let segments = 0
    for (const one of recipients) {
      const count = countSms(write(one, one.names))
      segments += count.segments
      if (count.segments > longest.segments || (count.segments === longest.segments && count.units > longest.units))
        longest = count
    }
    return { segments, longest }
  }
}
