import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { type Channel, isShiftMessageKind, type ShiftMessageKind } from '#server/deliveries/contract.ts'
import { crewNames, readCrew, readCrews } from '#server/deliveries/crews.ts'
import { dueAt } from '#server/deliveries/due.ts'
import { judgeQueued } from '#server/deliveries/judge-queued.ts'
import { messageTitle } from '#server/deliveries/message-title.ts'
import { type Question, questionDue } from '#server/deliveries/questions.ts'
import { type MessagePerson, readRecipients } from '#server/deliveries/recheck.ts'
import { preferenceVerdict } from '#server/deliveries/rules.ts'
import { asSettled } from '#server/deliveries/settle.ts'
import { type ShiftFacts, shiftFacts } from '#server/deliveries/shift-facts.ts'
import { callersClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { countSms } from '#server/deliveries/texts/sms.pure.ts'
import { personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { readsArea, requireStanding } from '#server/engine/access/permission.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { groupBy } from '#server/engine/kernel/group-by.ts'
import { readSite } from '#server/engine/tenancy/read-site.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { ReadMessage } from '../proof/contract.ts'
import { firstReader, noMessageWords } from '../proof/rules.ts'
import { whatTexts } from '../proof/what.ts'
import { writeAbout, writeReadMessages } from '../proof/write.ts'
import type { Receipt, ReceiptPerson } from './contract.ts'
import { inReceiptOrder, type PersonFacts, receiptState, type SentFact } from './rules.ts'

const MAX_LISTED = 1_000
const MAX_MESSAGES = 10_000

type HeldRow = {
  shift: number
  person: number
  answer: PersonFacts['held'][number]['answer']
  answered_at: string | null
}
type SentRow = SentFact & {
  id: number
  person: number
  kind: ShiftMessageKind
  before: Partial<ShiftFacts> | null
  start_local_date: string | null
  message: string
}

type Facts = {
  held: HeldRow[]
  sent: SentRow[]
  published: { at: string; by: string | null; person: number | null } | null
}

/**
 * Reads the publication of an event: messages, delivery states and answers. Derived from deliveries and answers, so
 * always current.
 * @throws DomainError 'forbidden' for anyone but an admin, 'not_found'.
 */
export async function readReceipt(ctx: Ctx, event: number, asked: Asked): Promise<Receipt> {
  requireStanding(ctx.actor, 'admin')
  return asSettled(ctx, { event }, (settled) => receiptOf(settled, event, asked))
}

type Asked = { person?: number | undefined; origin: string }

async function receiptOf(ctx: Ctx, event: number, { person, origin }: Asked): Promise<Receipt> {
  const { held, sent, published } = await readFacts(ctx, event)
  const site = await readSite(ctx.db)
  const [heldBy, sentTo] = [groupBy(held, (row) => row.person), groupBy(sent, (row) => row.person)]
  const recipients = await readRecipients(ctx.db, [...new Set([...heldBy.keys(), ...sentTo.keys()])])
  const shifts = await shiftFacts(ctx.db, { events: [event] })
  const messages = new Map<string, Channel>()
  const people = inReceiptOrder(
    [...recipients.values()].filter(({ erased }) => !erased).map((recipient) => lineOf(recipient)),
  )
  const reachedNow = people.filter(({ channels }) => channels.length > 0)
  const asked = held.filter(({ answer }) => answer === 'asked').flatMap(({ shift }) => shifts.get(shift) ?? [])
  const summary = {
    published: published && {
      at: published.at,
      by: published.by,
      by_me: published.person !== null && published.person === personOf(ctx.actor),
    },
    notified: reachedNow.length,
    by_text: reachedNow.filter(({ channels }) => channels.includes('sms')).length,
    emails: [...messages.values()].filter((channel) => channel === 'email').length,
    texts: [...messages.values()].filter((channel) => channel === 'sms').length,
    ...nextQuestions(asked, site, ctx.clock.now()),
  }
  if (!readsArea(ctx.actor, 'people')) return { ...summary, people: [], mail: null }
  const reader = person ?? firstReader(reachedNow)
  return {
    ...summary,
    people: people.slice(0, MAX_LISTED),
    mail:
      reader !== null && recipients.has(reader) ? await readMailOf(ctx, event, recipients.get(reader)!, origin) : null,
  }

  function lineOf(recipient: MessagePerson): ReceiptPerson {
    // Queued messages that preferences will drop are not on their way.
    const isLost = ({ state, kind, channel }: SentRow) =>
      state === 'queued' && preferenceVerdict({ kind, channel, person: recipient, site }) !== null
    const own = {
      held: heldBy.get(recipient.id) ?? [],
      sent: (sentTo.get(recipient.id) ?? []).filter((row) => !isLost(row)),
    }
    const unreachable = noMessageWords(recipient, site)
    const arrived = own.sent.filter(({ state }) =>
      ['sent', 'delivered', 'sending', 'queued', 'unknown'].includes(state),
    )
    for (const { channel, message } of arrived) messages.set(`${recipient.id} ${channel} ${message}`, channel)
    return {
      person: recipient.id,
      name: recipient.name,
      phone: recipient.phone,
      what: whatTexts(itemsOf(own), callersClock(ctx)),
      channels: [...new Set(arrived.map(({ channel }) => channel))].sort(),
      ...receiptState({ ...own, unreachable }),
    }
  }

  /** A shift's last message determines its line; without one, the shift itself. */
  function itemsOf(own: { held: readonly HeldRow[]; sent: readonly SentRow[] }) {
    const last = new Map(own.sent.map((row) => [row.shift, row]))
    const holds = new Set(own.held.map(({ shift }) => shift))
    const ofMessages = [...last.values()].flatMap(({ shift, kind, before }) => {
      const facts = shifts.get(shift) ?? (before as ShiftFacts | null)
      return facts && (kind === 'shift.cancelled') !== holds.has(shift) ? [{ kind, shift: facts, before }] : []
    })
    const named = new Set(ofMessages.map(({ shift }) => shift.id))
    const silent = own.held.flatMap(({ shift }) => {
      const facts = shifts.get(shift)
      return facts && !named.has(shift) ? [{ kind: 'shift.assigned', shift: facts, before: null }] : []
    })
    return [...ofMessages, ...silent]
  }
}

async function readFacts(ctx: Ctx, event: number): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select
      coalesce((select json_agg(json_build_object('shift', s.id, 'person', s.person, 'answer', s.answer,
          'answered_at', ${instantText('s.answered_at')}) order by s.start, s.id)
        from shift_facts s where s.event = e.id and s.draft is not null and s.person is not null), '[]') as held,
      coalesce((select json_agg(m order by m.id) from (
        select d.id, d.shift, d.person, d.kind, d.channel, d.state, d.reason, ${instantText('coalesce(d.sent_at, d.due_at)')} as at,
          d.facts -> 'before' as before, d.start_local_date,
          case d.state when 'queued' then d.kind || ' ' || coalesce(d.together, d.start_local_date::text) else coalesce(d.grouped_with, d.id)::text end as message
        from deliveries d where d.event = e.id and d.kind like 'shift.%' and d.state <> 'cancelled' order by d.id desc limit ${MAX_MESSAGES}) m), '[]') as sent,
      (select json_build_object('at', ${instantText('s.draft')}, 'person', s.published_by, 'by', (select coalesce(nullif(p.name, ''), p.email) from people p where p.id = s.published_by))
        from shifts s where s.event = e.id and s.draft is not null order by s.draft desc, s.id limit 1) as published
    from events e where e.id = ${event}`.execute(ctx.db)
  if (!rows[0]) throw notFound('This event does not exist.')
  return rows[0]
}

/** Returns when people who have not answered are asked, and asked again: the earliest future times of their shifts. */
function nextQuestions(asked: readonly ShiftFacts[], site: Site, now: Date) {
  const shifts = site.ask_answers ? asked.filter(({ called_off, archived }) => !called_off && !archived) : []
  const first = (instants: readonly number[]) => {
    const ahead = instants.filter((at) => at > now.getTime())
    return ahead.length ? new Date(Math.min(...ahead)).toISOString() : null
  }
  const again = ({ due_start, start }: ShiftFacts) =>
    dueAt(Temporal.Instant.from(due_start ?? start), site.timezone, site.answer_by_days).epochMilliseconds
  return {
    asked_at: first(shifts.map(({ start }) => questionDue(start, site).getTime())),
    asked_again_at: first(shifts.map(again)),
  }
}

type StoredMessage = {
  message: number
  kind: string
  channel: Channel
  sent_at: string | null
  subject: string | null
  address: string | null
  text: string | null
  items: { written: ShiftFacts | null; before: Partial<ShiftFacts> | null; question: Question; crew: number[] | null }[]
}

/** Reads the latest messages to one person about the event as sent, grouped by message. */
async function readMailOf(ctx: Ctx, event: number, person: MessagePerson, origin: string): Promise<Receipt['mail']> {
  const site = await readSite(ctx.db)
  const { rows } = await sql<StoredMessage>`
    select coalesce(d.grouped_with, d.id) as message, d.kind, d.channel, ${instantText('max(d.sent_at)')} as sent_at,
      max(d.facts ->> 'subject') as subject, max(d.facts ->> 'address') as address, max(d.facts ->> 'text') as text,
      json_agg(json_build_object('written', d.facts -> 'written', 'before', d.facts -> 'before', 'crew', d.facts -> 'crew',
        'question', case when d.facts ? 'asks' then case when (d.facts ->> 'asks')::boolean then 'now' end else d.facts ->> 'question' end) order by d.id) as items
    from deliveries d join (
      select distinct coalesce(o.grouped_with, o.id) as leader from deliveries o
      where o.person = ${person.id} and o.event = ${event} and o.kind like 'shift.%' and o.facts ? 'subject') l
      on l.leader = coalesce(d.grouped_with, d.id)
    where d.person = ${person.id} and d.kind like 'shift.%'
    group by 1, 2, 3 order by message desc limit 20`.execute(ctx.db)
  const members = await readCrew(
    ctx.db,
    rows.flatMap(({ items }) => items.flatMap(({ crew }) => crew ?? [])),
  )
  const messages = rows.flatMap((row): (ReadMessage & { sent_at: string | null })[] => {
    const { kind, channel, subject, address, text, sent_at } = row
    if (!isShiftMessageKind(kind)) return []
    const title = messageTitle(kind)
    if (channel === 'sms')
      return [{ kind, title, sent_at, email: null, sms: text ? { text, parts: countSms(text).segments } : null }]
    const items = row.items
      .flatMap(({ written, before, question, crew }) => {
        const names = crewNames(members.filter(({ person }) => crew?.includes(person)))
        return written ? [{ shift: written, before, question, crew: names }] : []
      })
      .sort((a, b) => a.shift.start.localeCompare(b.shift.start))
    const now = new Date(sent_at ?? ctx.clock.now())
    const html = items.length ? writeAbout({ kind, channel, site, origin, person, items, now }).html : null
    return [{ kind, title, sent_at, email: { subject: subject ?? '', to: address ?? '', html }, sms: null }]
  })
  const emails = messages.filter(({ email }) => email)
  const texts = messages.filter(({ sms }) => sms)
  const shown = emails.map((email) => ({ ...email, sms: texts.find(({ kind }) => kind === email.kind)?.sms ?? null }))
  const left = texts.filter(({ kind }) => !emails.some((email) => email.kind === kind))
  const all = [...shown, ...left]
  if (!all.length) return waitingMail(ctx, event, person, { site, origin })
  return {
    person: person.id,
    name: person.name,
    sent_at: all[0]?.sent_at ?? null,
    messages: all.map(({ kind, title, email, sms }) => ({ kind, title, email, sms })),
  }
}

/** Renders a person's queued messages as the sender would now. */
async function waitingMail(
  ctx: Ctx,
  event: number,
  person: MessagePerson,
  { site, origin }: { site: Site; origin: string },
): Promise<Receipt['mail']> {
  const { rows } = await sql<{ id: number }>`
    select id from deliveries where person = ${person.id} and kind like 'shift.%' and state = 'queued'
      and (event = ${event} or together in (select o.together from deliveries o where o.event = ${event} and o.person = ${person.id} and o.state = 'queued')) order by id`.execute(
    ctx.db,
  )
  const judged = await judgeQueued(
    ctx,
    rows.map(({ id }) => id),
  )
  const waiting = judged.filter(({ verdict }) => verdict.kind !== 'drop')
  const crews = await readCrews(
    ctx.db,
    waiting.flatMap(({ shift }) => shift?.id ?? []),
  )
  const messages = writeReadMessages(waiting, { site, origin, now: ctx.clock.now(), crews })
  return { person: person.id, name: person.name, sent_at: null, messages }
}
