import { sql } from 'kysely'
import { personOf } from '#server/engine/access/actor.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import { type PreviewParts, previewReaders } from '#server/messages/content/preview.ts'
import type { PreviewAnswer, ReadersAnswer } from '#server/messages/content/preview-contract.ts'
import type { Collections, ReadCtx } from '#server/messages/content/read-draft.ts'
import { answerReaders, type Readers, withRecipients } from '#server/messages/content/readers.ts'
import type { TemplateText } from './preview-contract.ts'

/** Template text; `html` is its rendered body. */
export type WrittenTemplate = TemplateText & { html: string }

type Example = { readers: Readers; audience: Audience }

/**
 * Creates an example of a template, sent by the caller to everyone about the next published event. Without one, event
 * fields have no value.
 */
async function exampleOf(ctx: ReadCtx, collections: Collections, template: WrittenTemplate): Promise<Example> {
  const { kind, subject, body, html } = template
  const { rows } = await sql<{ id: number }>`
    select e.id from events e where e."end" > ${ctx.clock.now()} and not e.archived
      and exists (select from shifts s where s.event = e.id and s.draft is not null)
    order by e.start, e.id limit 1`.execute(ctx.db)
  const audience: Audience = rows[0] ? { event: rows[0].id } : { everyone: true }
  const content = {
    ...{ id: 0, kind, subject, body, rendered_html: html, origin: null, reply_to: 'site' as const, attachments: [] },
    audience: { everyone: true as const },
  }
  const stored = { content, sender: personOf(ctx.actor), isRendered: true }
  return { readers: await withRecipients(ctx, collections, stored, audience), audience }
}

/**
 * Renders a template for one person. Stores nothing.
 * @throws as `previewMessage`.
 */
export async function previewTemplate(
  ctx: ReadCtx,
  collections: Collections,
  template: WrittenTemplate,
  parts: PreviewParts,
): Promise<PreviewAnswer> {
  const { readers, audience } = await exampleOf(ctx, collections, template)
  return previewReaders(ctx, readers, parts, audience)
}

export async function listTemplateReaders(
  ctx: ReadCtx,
  collections: Collections,
  template: WrittenTemplate,
  page: { limit?: number | undefined; offset?: number | undefined; origin: string },
): Promise<ReadersAnswer> {
  const { readers } = await exampleOf(ctx, collections, template)
  return answerReaders(readers, ctx.site, page)
}
