import { sql } from 'kysely'
import type { ReadBulk } from '#server/deliveries/bulk.ts'
import { MIN_VALID_RENDERER } from '#server/markdown/contract.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import { type ContentFacts, readContentFacts } from '#server/messages/content/facts.ts'
import { writeBulk } from '#server/messages/content/write.ts'
import { BULK_TEST } from './contract.ts'
import { bulkVerdict, testVerdict } from './verdict.ts'

type Message = {
  id: number
  kind: 'email' | 'sms'
  subject: string
  body: string
  audience: Audience
  status: string
  reply_to: 'site' | 'sender'
  sender: number | null
  sender_email: string
  rendered_html: string | null
  renderer: number
}

/** The message of a delivery: in its kind, or in the facts of a test. */
const messageOf = ({ kind, facts }: { kind: string; facts: Record<string, unknown> }): number =>
  Number(kind === BULK_TEST ? facts.message : kind.slice('bulk:'.length))

/** Reads the messages of a batch and the facts of their fields, a bounded number of statements a message. */
export const readBulk: ReadBulk = async (db, rows, { site, origin, now }) => {
  const peopleOf = new Map<number, Set<number>>()
  for (const row of rows) peopleOf.set(messageOf(row), (peopleOf.get(messageOf(row)) ?? new Set()).add(row.person))
  const { rows: found } = await sql<Message>`
    select m.id, m.kind, m.subject, m.body, m.audience, m.status, m.reply_to, coalesce(m.sent_by, m.created_by) as sender,
      coalesce((select p.email from people p where p.id = coalesce(m.sent_by, m.created_by)), '') as sender_email, m.rendered_html, m.renderer
    from messages m where m.id = any (${[...peopleOf.keys()]}::bigint[]) order by m.id for share of m`.execute(db)
  const messages = new Map<number, { message: Message; facts: ContentFacts }>()
  for (const message of found) {
    const people = [...(peopleOf.get(message.id) ?? [])]
    messages.set(message.id, { message, facts: await readContentFacts(db, { ...message, now }, people) })
  }
  return (row, person) => {
    const one = messages.get(messageOf(row))
    const isTest = row.kind === BULK_TEST
    const message = one && { ...one.message, isRendered: one.message.renderer >= MIN_VALID_RENDERER }
    return {
      verdict: (isTest ? testVerdict : bulkVerdict)({ message: message ?? null, person, site, now }),
      write: () => {
        if (!one) throw new Error('A message that was removed cannot be written.')
        const names = row.facts.names as string[] | undefined
        const content = { ...one.message, reason: 'you volunteer', attachments: [] }
        return writeBulk({ content, facts: one.facts, site, origin, person, names, test: isTest })
      },
    }
  }
}
