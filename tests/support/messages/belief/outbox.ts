import { randomUUID } from 'node:crypto'
import { createAnswerLinks } from '#server/answers/links/store.ts'
import type { Channel } from '#server/deliveries/contract.ts'
import { recordProviderEvent } from '#server/deliveries/record-event.ts'
import type { ShiftFacts } from '#server/deliveries/shift-facts.ts'
import type { MessageDraft, NoticeFacts, Outcome, Outgoing, WrittenMessage } from '#server/deliveries/transport.ts'
import { advanceSwaps } from '#server/swaps/tick.ts'
import { advanceWaiting } from '#server/waiting/tick.ts'
import { log, type World } from '#tests/support/world.ts'
import { messagingFor } from '../messaging.ts'
import type { Facts } from './truth.ts'

export type Item = { shift: number; facts: Facts; before: Partial<Facts> | null }

/** What a notice about the roster is about, as it is when the notice leaves. */
export type About = {
  event?: number
  shift?: number
  person?: number
  answer?: string
  parts?: { person: number; gives: number | null; gets: number | null }[]
}

/** A message that left, by its facts in place of its words. */
export type Message = {
  id: string
  site: number
  /** The address or the number. */
  to: string
  channel: Channel
  kind: string
  items: Item[]
  notice: (NoticeFacts & { subject_id?: number; shift_id?: number }) | null
  about: About
  /** The token of the link that answers its question. */
  link: string | null
  /** How it was lost on its way; null when it arrived. */
  lost: Loss | null
}

/** What becomes of a mail that does not arrive. */
export type Loss = 'refuse' | 'bounce'

/** Whether a message may say what its reader knows: it reminds or asks. */
export const reminds = (kind: string): boolean =>
  ['reminder.week', 'reminder.day', 'shift.asked', 'answer.nudge'].includes(kind)

type Content = { items: Item[]; notice: Message['notice']; link: string | null }

const factsOf = ({ event_name, start, end, location, assignment, role }: ShiftFacts): Facts => ({
  ...{ name: event_name, start, end, location, assignment, role },
})

const written = (to: string, subject: string, content: Content): WrittenMessage => ({
  ...{ to, subject, html: '', headers: {}, attachments: [] },
  text: JSON.stringify(content),
})

const addressOf = (channel: Channel, { email, phone }: { email: string; phone: string | null }) =>
  channel === 'email' ? email : (phone ?? '')

const write = ({ channel, person, kind, items, answer_url }: MessageDraft) =>
  written(addressOf(channel, person), kind, {
    items: items.map(({ shift, before }) => ({
      shift: shift.id,
      facts: factsOf(shift),
      before: before && { ...(before.start && { start: before.start }), ...(before.end && { end: before.end }) },
    })),
    notice: null,
    link: answer_url?.split('/').at(-1) ?? null,
  })

/** A provider that takes every message, and a worker that sends. `trouble`: what becomes of the next mail to an address. */
export function createOutbox(world: World, secret: string) {
  const left: Message[] = []
  const bounced: Outgoing[] = []
  const trouble = new Map<string, Loss>()
  let counter = 0
  const send = async (message: Outgoing): Promise<Outcome> => {
    const { delivery_id: id, site, to, channel, kind, text } = message
    const lost = trouble.get(to) ?? null
    trouble.delete(to)
    left.push({ id, site, to, channel, kind, lost, about: {}, ...(JSON.parse(text) as Content) })
    if (lost === 'refuse') return { kind: 'rejected', reason: 'no such mailbox' }
    if (lost === 'bounce') bounced.push(message)
    counter += 1
    return { kind: 'sent', provider_id: `b${counter}` }
  }
  const transport = { send, trace: async () => 'cannot say' as const }
  const { messaging } = messagingFor(world, {
    transports: { email: transport, sms: transport },
    write,
    writeNotice: ({ kind, channel, person, facts }) =>
      written(facts.to ?? addressOf(channel, person), kind, { items: [], notice: facts, link: null }),
    linkAnswers: createAnswerLinks(secret),
    lines: 1,
  })
  const deps = { pool: world.pool('worker'), clock: world.clock, log }
  return {
    trouble,
    /** Lets the worker run, all of it or only what sends. @returns what has left. */
    tick: async (all: boolean): Promise<Message[]> => {
      if (all) {
        await advanceSwaps(deps)
        await advanceWaiting(deps)
        await messaging.plan()
      } else await messaging.drain()
      for (const { delivery_id, attempt_id } of bounced.splice(0)) {
        const event = { id: randomUUID(), delivery_id, attempt_id, reason: 'no_mailbox', at: world.clock.now() }
        await recordProviderEvent({ pool: deps.pool }, { kind: 'bounced', ...event })
      }
      // What leaves at the same time is read in one order: that an event goes ahead, then mails first, what tells before
      // what reminds or asks, and the oldest first. Mails and texts leave side by side: a text that an event goes ahead
      // may overtake the mail that tells the same by a shift.
      const rank = ({ channel, kind }: Message) =>
        kind === 'event.back_on' ? -1 : (channel === 'email' ? 0 : 2) + (reminds(kind) ? 1 : 0)
      const messages = left
        .splice(0)
        .sort((a, b) => rank(a) - rank(b) || a.id.localeCompare(b.id, 'en', { numeric: true }))
      for (const message of messages) message.about = await aboutOf(world, message)
      return messages
    },
    /** Lists what the nightly check finds, one line each, with the site. */
    check: async () =>
      (await messaging.check()).differences.map(({ site, kind, message, shift, person, channel }) => ({
        site,
        says: [kind, message, channel, 'shift', shift, 'person', person].filter(Boolean).join(' '),
      })),
    stop: () => messaging.stop(),
  }
}

export type Outbox = ReturnType<typeof createOutbox>

/** By the kind of a notice: its subject, with what it concerns. */
const SUBJECTS: Record<string, string> = {
  event: `select $2::int as event where $1::bigint is not null`,
  cover: `select shift::int, person::int from core.covers where site_id = $1 and id = $2`,
  ask: `select c.shift::int from core.coverasks a join core.covers c on c.site_id = a.site_id and c.id = a.cover where a.site_id = $1 and a.id = $2`,
  answer: `select shift::int, person::int, answer from core.answers where site_id = $1 and id = $2`,
  offer: `select shift::int from core.waitingoffers where site_id = $1 and id = $2`,
  circle: `select json_agg(json_build_object('person', person, 'gives', gives, 'gets', gets)) as parts from core.swap_parts where site_id = $1 and circle = $2`,
}
const SUBJECT_OF: Record<string, keyof typeof SUBJECTS> = {
  ...{ 'event.called_off': 'event', 'event.back_on': 'event', 'cover.found': 'cover', 'cover.asked': 'ask' },
  ...{ 'cover.taken': 'ask', 'answer.declined': 'answer', 'waiting.offered': 'offer', 'swap.done': 'circle' },
  ...{ 'swap.declined': 'circle', 'cover.exhausted': 'cover' },
}

async function aboutOf({ superuser }: World, { site, kind, notice }: Message): Promise<About> {
  const subject = SUBJECT_OF[kind]
  if (!subject || !notice) return {}
  const { rows } = await superuser.query<About>(SUBJECTS[subject]!, [site, notice.subject_id])
  return rows[0] ?? {}
}
