import { readRecipients } from '#server/deliveries/recheck.ts'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import { countSms } from '#server/deliveries/texts/sms.pure.ts'
import { personOf } from '#server/engine/access/actor.ts'
import { invalid, notFound } from '#server/engine/kernel/errors.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import { aboutOf } from './about.ts'
import { readContentFacts } from './facts.ts'
import type { PreviewAnswer } from './preview-contract.ts'
import type { Collections, ReadCtx } from './read-draft.ts'
import { costOf, inOrder, type Readers, readReaders } from './readers.ts'
import { writeBulk } from './write.ts'

/** Placeholder for the token of a person's settings link, which must stay private. */
export const NO_TOKEN = 'preview'

export type PreviewParts = {
  /** The reader; default: the first recipient, or the caller if there are none. */
  person?: number | undefined
  /** `sms`: an email as a text. */
  kind?: 'sms' | undefined
  origin: string
  from: { email: string; sms: string }
}

/**
 * Renders a message for one person with the sender's code. Stores nothing.
 * @throws DomainError 'not_found' for an unknown message or person; 'invalid' without recipients and person.
 */
export async function previewMessage(
  ctx: ReadCtx,
  collections: Collections,
  id: number,
  parts: PreviewParts,
): Promise<PreviewAnswer> {
  return previewReaders(ctx, await readReaders(ctx, collections, id, parts), parts)
}

/**
 * Renders a message that need not be stored for one person.
 * @throws as `previewMessage`.
 */
export async function previewReaders(
  ctx: ReadCtx,
  readers: Readers,
  { person, origin, from }: PreviewParts,
  about: Audience = aboutOf(readers.content),
): Promise<PreviewAnswer> {
  const { content, sender, isRendered } = readers
  const chosen = person ?? inOrder(readers, ctx.site)[0]?.person ?? personOf(ctx.actor)
  if (!chosen) throw invalid({ person: ['No one gets this message yet. Choose who it goes to.'] })
  const reader = (await readRecipients(ctx.db, [chosen])).get(chosen)
  if (!reader || reader.erased) throw notFound()
  const recipient = readers.recipients.find(({ id }) => id === chosen)
  const facts = recipient
    ? readers.facts
    : await readContentFacts(ctx.db, { about, sender, now: ctx.clock.now() }, [chosen])
  const names = recipient && recipient.names.length > 1 ? recipient.names : undefined
  const written = writeBulk({
    content,
    facts,
    site: ctx.site,
    origin,
    person: { ...reader, email_uid: NO_TOKEN },
    names,
  })
  const shared = {
    person: { id: chosen, name: reader.name, receives: recipient !== undefined },
    to: written.to,
    reply_to: written.reply_to ?? null,
    text: written.text,
    headers: written.headers,
    attachments: content.kind === 'sms' ? [] : content.attachments.map(({ filename, size }) => ({ filename, size })),
    rendered: isRendered,
  }
  if (content.kind === 'sms') return { ...shared, from: from.sms, ...costOf(countSms(written.text).segments, ctx.site) }
  const { subject, html } = written
  return { ...shared, from: `${oneLine(ctx.site.name)} <${from.email}>`, subject, html }
}
