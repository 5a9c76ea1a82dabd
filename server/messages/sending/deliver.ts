import { sql } from 'kysely'
import type { ReadBulk } from '#server/deliveries/bulk.ts'
import { MIN_VALID_RENDERER } from '#server/markdown/contract.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import { aboutOf } from '#server/messages/content/about.ts'
import { type ContentFacts, readContentFacts } from '#server/messages/content/facts.ts'
import { asText } from '#server/messages/content/plain-text.ts'
import { type StoredFile, writeBulk } from '#server/messages/content/write.ts'
import type { Origin } from '#server/messages/contract.ts'
import { BULK_TEST } from './contract.ts'
import { bulkVerdict, testVerdict } from './verdict.ts'

type Message = {
  id: number
  kind: 'email' | 'sms'
  subject: string
  body: string
  audience: Audience
  origin: Origin | null
  status: string
  paused_at: Date | null
  reply_to: 'site' | 'sender'
  sent_by: number | null
  created_by: number | null
  rendered_html: string | null
  renderer: number
  attachments: StoredFile[]
}

const messageOf = ({ kind, facts }: { kind: string; facts: Record<string, unknown> }): number =>
  Number(kind === BULK_TEST ? facts.message : kind.slice('bulk:'.length))

/** A test is sent as if by its recipient. */
const senderOf = ({ kind, person }: { kind: string; person: number }, message: Message): number | null =>
  kind === BULK_TEST ? (message.sent_by ?? person) : (message.sent_by ?? message.created_by)

/** Reads a batch's messages and field values, with a bounded number of statements per message and sender. */
export const readBulk: ReadBulk = async (db, rows, { site, origin, now }) => {
  const ids = [...new Set(rows.map(messageOf))]
  const { rows: found } = await sql<Message>`
    select id, kind, subject, body, audience, origin, status, paused_at, reply_to, sent_by, created_by, rendered_html, renderer, attachments
    from messages where id = any (${ids}::bigint[]) order by id for share`.execute(db)
  const messages = new Map(found.map((message) => [message.id, message]))
  const groups = new Map<string, { message: Message; sender: number | null; people: Set<number> }>()
  const groupOf = (row: Pick<(typeof rows)[number], 'kind' | 'person' | 'facts'>) => {
    const message = messages.get(messageOf(row))
    return message ? `${message.id} ${senderOf(row, message)}` : ''
  }
  for (const row of rows) {
    const message = messages.get(messageOf(row))
    if (!message) continue
    const group = groups.get(groupOf(row)) ?? { message, sender: senderOf(row, message), people: new Set() }
    groups.set(groupOf(row), group)
    group.people.add(row.person)
  }
  const facts = new Map<string, ContentFacts>()
  for (const [key, { message, sender, people }] of groups)
    facts.set(key, await readContentFacts(db, { about: aboutOf(message), sender, now }, [...people]))
  return (row, person) => {
    const found = messages.get(messageOf(row))
    const stored = found && row.channel === 'sms' ? asText(found) : found
    const isTest = row.kind === BULK_TEST
    const message = stored && {
      ...stored,
      isPaused: stored.paused_at !== null,
      isRendered: stored.renderer >= MIN_VALID_RENDERER,
    }
    return {
      verdict: (isTest ? testVerdict : bulkVerdict)({ message: message ?? null, person, site, now }),
      write: () => {
        const known = facts.get(groupOf({ ...row, person: person.id }))
        if (!stored || !known) throw new Error('A message that was removed cannot be written.')
        const names = row.facts.names as string[] | undefined
        return writeBulk({ content: stored, facts: known, site, origin, person, names, test: isTest })
      },
    }
  }
}
