import { sql } from 'kysely'
import { personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { MIN_VALID_RENDERER } from '#server/markdown/contract.ts'
import { findRecipients } from '#server/messages/audience/queries.ts'
import { asText, type Lost, lostAsText } from './plain-text.ts'
import type { BulkContent } from './write.ts'

export type Collections = Pick<CollectionsEngine, 'matchingIds' | 'readOne'>
export type ReadCtx = Pick<Ctx, 'db' | 'site' | 'actor' | 'clock'>

/** `sms`: an email as its text. */
export type AsKind = { kind?: 'sms' | undefined }

/** A message before personalisation; `sender` is its sender, or the one who would send it now. */
export type StoredContent = {
  content: BulkContent
  sender: number | null
  isRendered: boolean
  /** Of an email that is read as a text. */
  lost?: Lost
}

/**
 * Reads a message for its preview.
 * @throws DomainError 'not_found'.
 */
export async function readContent(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  id: number,
  { kind }: AsKind = {},
): Promise<StoredContent> {
  const { rows } = await sql<
    BulkContent & { renderer: number; sent_by: number | null; created_by: number | null }
  >`select id, kind, subject, body, audience, origin, reply_to, rendered_html, renderer, sent_by, created_by, attachments
    from messages where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  const { renderer, sent_by, created_by, ...content } = row
  const isRendered = renderer >= MIN_VALID_RENDERER || row.body === ''
  const stored = { ...content, rendered_html: isRendered ? content.rendered_html : null }
  const isText = kind === 'sms' && stored.kind === 'email'
  return {
    content: isText ? asText(stored) : stored,
    ...(isText && { lost: lostAsText(stored) }),
    sender: sent_by ?? personOf(actor) ?? created_by,
    isRendered,
  }
}

export type Recipient = { id: number; name: string; names: string[]; settings: unknown }

/**
 * Lists recipients by name.
 * @throws DomainError 'invalid' under `audience`, as `findRecipients`.
 */
export async function listRecipients(
  ctx: ReadCtx,
  collections: Collections,
  content: BulkContent,
): Promise<Recipient[]> {
  const recipients = await findRecipients(ctx, collections, content, null)
  const { rows } = await sql<Recipient>`
    with found as materialized (${recipients})
    select f.person as id, f.name, f.names, p.settings from found f join people p on p.id = f.person
    where f.reason is null order by p.name_lower, f.person`.execute(ctx.db)
  return rows
}
