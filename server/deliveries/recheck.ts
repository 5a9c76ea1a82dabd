import { sql } from 'kysely'
import { readSite } from '#server/engine/tenancy/read-site.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { accountVerdict, isAccountKind } from './account-notices.ts'
import { isBulkKind, type JudgeBulk, type ReadBulk } from './bulk.ts'
import type { ClaimedDelivery } from './claim.ts'
import { isShiftMessageKind } from './contract.ts'
import { type Crews, crewNames, readCrews } from './crews.ts'
import { hasVisibleChange, lossOf } from './difference.ts'
import { readKnownEvents } from './known-events.ts'
import { makesPromise } from './promises/rules.ts'
import { type Question, questionOf } from './questions.ts'
import { answerVerdict, isAnswerKind, standingAnswers } from './request-notices.ts'
import { isRosterNoticeKind } from './roster-notice-kinds.ts'
import { rosterNoticeVerdict, standingRosterNotices } from './roster-notices.ts'
import { isQuestion, type Recipient, type SendVerdict, sendVerdict } from './rules.ts'
import { type ShiftFacts, shiftFacts, withOwnTimes } from './shift-facts.ts'
import { shownNow } from './shown.ts'
import { compareAgain, readTold, type Told, tellByMessage } from './told.ts'
import type {
  AnswerAsk,
  LinkAnswers,
  MessageDraft,
  NoticeFacts,
  NoticeKind,
  WriteMessage,
  WriteNotice,
  WrittenMessage,
} from './transport.ts'
import { type IsStuck, readSaid, readWaits, saysOf, shiftsOf } from './waits.ts'

export type MessagePerson = Recipient & MessageDraft['person']

export type ReadyMessage = { rows: ClaimedDelivery[]; message: WrittenMessage; site: Site }

export type DroppedDelivery = { row: ClaimedDelivery; state: string; reason: string }

type Sendable = {
  row: ClaimedDelivery
  shift: ShiftFacts | null
  previous: Partial<ShiftFacts> | null
  question: Question
}

type Change = {
  id: number
  state: string
  reason: string | null
  due_at: string | null
  retry?: boolean
  lane?: 'held'
  facts: object
}

/**
 * Checks claimed rows of one site against current data, with shifts, events and rows locked. Records rejected ones with
 * reasons, and writes the messages of the others, just before the call to the provider.
 */
export async function recheck(
  db: SiteDb,
  claimed: readonly ClaimedDelivery[],
  {
    now,
    isStuck,
    write,
    writeNotice,
    readBulk,
    linkAnswers,
    originOf,
  }: {
    now: Date
    isStuck: IsStuck
    write: WriteMessage
    writeNotice: WriteNotice
    readBulk: ReadBulk
    linkAnswers: LinkAnswers
    originOf: (site: Site) => string
  },
): Promise<{ ready: ReadyMessage[]; dropped: DroppedDelivery[] }> {
  // Before the statements: an error while they run would end the transaction under them.
  const concerned = [...new Set(claimed.flatMap(peopleOf))]
  const shiftIds = [...new Set(claimed.flatMap(shiftsOf))]
  const [shifts, unsettled, said, told, knowsEvent, asked, locked, site, people, standing, stillSo] = await Promise.all(
    [
      shiftFacts(db, { shifts: shiftIds }, { lock: true }),
      readWaits(db, claimed, { now, isStuck }),
      readSaid(db, claimed),
      readTold(db, shiftIds),
      readKnownEvents(db, claimed),
      readQuestions(db, claimed),
      lockClaimed(db, claimed),
      readSite(db),
      readRecipients(db, concerned),
      standingAnswers(db, claimed),
      standingRosterNotices(db, claimed),
    ],
  )
  const bulkRows = claimed.filter(({ kind }) => isBulkKind(kind))
  const judgeBulk: JudgeBulk | null = bulkRows.length
    ? await readBulk(db, bulkRows, { site, origin: originOf(site), now })
    : null
  const changes: Change[] = []
  const dropped: DroppedDelivery[] = []
  const sendable = new Map<string, Sendable[]>()
  const waiting: (Sendable & { until: Date })[] = []
  const add = (item: Sendable) =>
    sendable.set(item.row.attempt_id, [...(sendable.get(item.row.attempt_id) ?? []), item])
  for (const one of claimed.filter((row) => locked.has(row.id))) {
    const row = withFactsNow(one, shifts)
    const settles = unsettled.get(row.id)
    if (settles !== undefined) {
      const due_at = settles?.toISOString() ?? null
      changes.push({ id: row.id, state: 'queued', reason: null, due_at, retry: settles === null, facts: {} })
      continue
    }
    const shift = shifts.get(row.shift ?? 0) ?? null
    const previous = (row.facts.before as Partial<ShiftFacts> | undefined) ?? null
    const person = people.get(row.person)
    const verdict = person ? judge(row, shift, previous, person) : drop('inactive')
    const question = shift && isShiftMessageKind(row.kind) ? questionOf(row.kind, shift, site, now) : null
    const item: Sendable = { row, shift, previous, question }
    if (verdict.kind === 'send') add(item)
    else if (verdict.kind === 'wait') waiting.push({ ...item, until: verdict.until })
    else if (verdict.kind === 'hold')
      changes.push({ id: row.id, state: 'queued', reason: null, due_at: null, lane: 'held', facts: {} })
    else {
      changes.push({ id: row.id, state: verdict.state, reason: verdict.reason, due_at: null, facts: {} })
      dropped.push({ row, state: verdict.state, reason: verdict.reason })
    }
  }
  // Shifts that share a message with an urgent one are sent with it.
  for (const { until, ...item } of waiting)
    if (sendable.has(item.row.attempt_id)) add(item)
    else changes.push({ id: item.row.id, state: 'queued', reason: null, due_at: until.toISOString(), facts: {} })
  const mailed = [...sendable.values()].flat().filter(({ row }) => row.channel === 'email')
  const crews = await readCrews(
    db,
    mailed.flatMap(
      ({ row }) => row.shift ?? (row.facts as Partial<NoticeFacts>).shifts?.flatMap(({ id }) => id ?? []) ?? [],
    ),
  )
  const answerUrls = await linkAnswers(db, site, questionsOf(sendable), { origin: originOf(site), now })
  const ready = [...sendable.values()].flatMap((items) => {
    const { row } = items[0]!
    const person = people.get(row.person)
    if (!person) return []
    const message = isBulkKind(row.kind)
      ? (judgeBulk?.(row, person).write() ?? null)
      : isAccountKind(row.kind) || isAnswerKind(row.kind) || isRosterNoticeKind(row.kind)
        ? writeAccountMessage(row, row.kind, person)
        : writeShiftMessage(items, person)
    if (!message) return []
    const facts = {
      subject: message.subject,
      address: message.to,
      ...(row.channel === 'sms' && !isAccountKind(row.kind) && { text: message.text }),
    }
    changes.push(
      ...items.map((item) => ({
        id: item.row.id,
        state: 'sending',
        reason: null,
        due_at: null,
        facts: { ...facts, ...writtenFrom(item, crews), ...(makesPromise(item.row.kind) && shownIn(item.row)) },
      })),
    )
    return [{ rows: items.map(({ row }) => row), message, site }]
  })
  await store(db, changes)
  await compareAgain(
    db,
    dropped.flatMap(({ row, state }) => (state === 'cancelled' && isRosterNoticeKind(row.kind) ? row.id : [])),
  )
  await tellByMessage(db, statedIn([...sendable.values()].flat(), ready, now))
  return { ready, dropped }

  function writeAccountMessage(row: ClaimedDelivery, kind: NoticeKind, person: MessagePerson): WrittenMessage {
    const facts = row.facts as NoticeFacts
    const about = people.get(facts.about ?? row.person) ?? null
    const origin = originOf(site)
    const namesOf = (ids: readonly number[]) => ids.flatMap((id) => people.get(id)?.name || []).join(', ')
    const lists = Object.fromEntries(Object.entries(facts.lists ?? {}).map(([key, ids]) => [key, namesOf(ids)]))
    const unsubscribe = isRosterNoticeKind(kind) && { unsubscribe_url: `${origin}/profile/emails/${person.email_uid}` }
    return writeNotice({
      kind,
      channel: row.channel,
      site,
      origin,
      person,
      about,
      lists,
      facts,
      now,
      ...unsubscribe,
      crews: (shift) => crewNames(crews(shift, person.id)),
    })
  }

  function writeShiftMessage(items: readonly Sendable[], person: MessagePerson): WrittenMessage | null {
    const { row } = items[0]!
    if (!isShiftMessageKind(row.kind)) return null
    return write({
      kind: row.kind,
      channel: row.channel,
      site,
      origin: originOf(site),
      uid_host: new URL(originOf({ ...site, own_domain: null })).hostname,
      person,
      items: items
        .map((item) => ({
          shift: writtenShift(item)!,
          before: item.previous,
          question: item.question,
          crew: crewNames(crews(item.row.shift, person.id)),
        }))
        .sort((a, b) => a.shift.start.localeCompare(b.shift.start)),
      answer_url: answerUrls.get(row.attempt_id),
      unsubscribe_url: `${originOf(site)}/profile/emails/${person.email_uid}`,
      now,
    })
  }

  function judge(
    row: ClaimedDelivery,
    shift: ShiftFacts | null,
    previous: Partial<ShiftFacts> | null,
    person: MessagePerson,
  ): SendVerdict {
    if (isBulkKind(row.kind)) return judgeBulk?.(row, person).verdict ?? drop('unknown_kind')
    if (isAccountKind(row.kind)) return accountVerdict(row, person, site, now)
    if (isAnswerKind(row.kind)) return answerVerdict(row, person, site, standing, now)
    if (isRosterNoticeKind(row.kind)) {
      if (knowsEvent(row)) return drop('known')
      for (const { shift, state } of saysOf(row)) {
        const loss = lossOf(shifts.get(shift) ?? null, row.person)
        if ((state === 'theirs') !== (loss === null)) return drop(loss ?? 'yours_again')
      }
      return rosterNoticeVerdict({ ...row, kind: row.kind }, person, site, stillSo, now)
    }
    if (!isShiftMessageKind(row.kind)) return drop('unknown_kind')
    const last = told({ shift: row.shift ?? 0, person: row.person })
    if (said.has(row.id) || isKnown(row, last, shift)) return { kind: 'drop', state: 'skipped', reason: 'known' }
    return sendVerdict({
      kind: row.kind,
      channel: row.channel,
      start_local_date: row.start_local_date,
      previous,
      shift,
      question_stands: asked(row),
      person,
      site,
      now,
    })
  }
}

/** A promise about a shift with the shift's current facts; every other message as it is. */
function withFactsNow(row: ClaimedDelivery, shifts: ReadonlyMap<number, ShiftFacts>): ClaimedDelivery {
  const { shift_id } = row.facts as { shift_id?: number }
  const shift = makesPromise(row.kind) ? shifts.get(shift_id ?? 0) : undefined
  if (!shift) return row
  const now = row.kind === 'cover.asked' ? withOwnTimes(shift) : shift
  return { ...row, facts: { ...row.facts, ...shownNow(row.facts as NoticeFacts, now) } }
}

const shownIn = ({ facts: { shifts, times } }: ClaimedDelivery) => ({ shifts, times })

/**
 * Whether the reader knows what a notice says: by their own change, or by another message, since it was queued. A phone
 * call replaces no message.
 */
function isKnown({ kind, facts }: ClaimedDelivery, last: Told | null, shift: ShiftFacts | null): boolean {
  const { queued_at } = facts as { queued_at?: string }
  if (!last || last.by === 'hand' || !queued_at || last.kind === kind || last.at < new Date(queued_at)) return false
  if (kind === 'shift.cancelled') return last.state === 'not_theirs'
  return last.state === 'theirs' && shift !== null && !hasVisibleChange(last.facts, shift)
}

function peopleOf({ person, facts }: ClaimedDelivery): number[] {
  const { about, lists } = facts as Partial<NoticeFacts>
  return [person, about ?? [], Object.values(lists ?? {}).flat()].flat()
}

/** The facts that a message states: for a withdrawal the last told ones. */
const writtenShift = ({ row, shift, previous }: Sendable): ShiftFacts | null =>
  (row.kind === 'shift.cancelled' ? (previous as ShiftFacts | null) : shift) ?? shift

/** Stored input of an email about a shift, to render it again as sent (`server/publishing/receipt`). */
const writtenFrom = (item: Sendable, crews: Crews): object => {
  const { channel, kind, shift, person } = item.row
  if (channel !== 'email' || !isShiftMessageKind(kind)) return {}
  const crew = crews(shift, person).map((one) => one.person)
  return { written: writtenShift(item), question: item.question, ...(crew.length && { crew }) }
}

/** Statements about shifts in messages, for `told`. */
const statedIn = (
  items: readonly Sendable[],
  ready: readonly ReadyMessage[],
  at: Date,
): Parameters<typeof tellByMessage>[1] => {
  const leaving = new Set(ready.flatMap(({ rows }) => rows))
  return items.flatMap((item): Parameters<typeof tellByMessage>[1] => {
    const { id, kind, person, shift } = item.row
    const facts = writtenShift(item)
    if (!leaving.has(item.row)) return []
    if (shift === null || !facts || !isShiftMessageKind(kind)) return []
    return [{ delivery: id, person, shift, state: kind === 'shift.cancelled' ? 'not_theirs' : 'theirs', facts, at }]
  })
}

function questionsOf(messages: ReadonlyMap<string, readonly Sendable[]>): AnswerAsk[] {
  return [...messages].flatMap(([key, items]) => {
    const { row } = items[0]!
    const asked = items.flatMap(({ shift, question }) => (shift && question === 'now' ? [shift] : []))
    if (!asked.length) return []
    const ends_at = asked
      .map(({ start }) => start)
      .sort()
      .at(-1)!
    const shifts = asked.map(({ id }) => id)
    return [{ key, channel: row.channel, person: row.person, shifts, ends_at }]
  })
}

const drop = (reason: string): SendVerdict => ({ kind: 'drop', state: 'cancelled', reason })

async function lockClaimed(db: SiteDb, claimed: readonly ClaimedDelivery[]): Promise<Set<number>> {
  const attempts = new Map(claimed.map((row) => [row.id, row.attempt_id]))
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'attempt_id'])
    .where('id', 'in', [...attempts.keys()])
    .where('state', '=', 'sending')
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Set(rows.filter((row) => row.attempt_id === attempts.get(row.id)).map((row) => row.id))
}

async function readQuestions(
  db: SiteDb,
  claimed: readonly ClaimedDelivery[],
): Promise<(row: ClaimedDelivery) => boolean> {
  const questionOf = ({ facts }: ClaimedDelivery) => (facts as { question_id?: unknown }).question_id
  const ids = claimed.map(questionOf).filter((id) => typeof id === 'number')
  if (!ids.length) return (row) => !isQuestion(row.kind)
  const { rows } = await sql<{ id: number }>`
    select id from standing_questions where id = any (${ids}::bigint[])`.execute(db)
  const standing = new Set<unknown>(rows.map(({ id }) => id))
  return (row) => !isQuestion(row.kind) || standing.has(questionOf(row))
}

/** Reads people for the last check before sending, by id. */
export async function readRecipients(db: SiteDb, ids: readonly number[]): Promise<Map<number, MessagePerson>> {
  const { rows } = await sql<MessagePerson>`
    select id, name, email, phone, email_uid, settings, is_active, erased_at is not null as erased, sms_verified, sms_notifications, email_notifications,
      email_reminders, email_newsletters, email_blocked, sms_blocked
    from people where id = any (${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

async function store(db: SiteDb, changes: readonly Change[]): Promise<void> {
  if (!changes.length) return
  await sql`update deliveries d set state = c.state, reason = c.reason, due_at = coalesce(c.due_at, d.due_at), lane = coalesce(c.lane, d.lane), facts = d.facts || c.facts,
      retry_at = case when c.retry then clock_timestamp() + least(interval '5 minutes', cardinality(d.attempt_ids) * interval '2 seconds') else d.retry_at end,
      attempt_id = case when c.state = 'sending' then d.attempt_id end, lease_until = case when c.state = 'sending' then d.lease_until end,
      called_at = case when c.state = 'sending' then clock_timestamp() end,
      attempts = d.attempts - (c.state <> 'sending')::integer, updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (id bigint, state text, reason text, due_at timestamptz, retry boolean, lane text, facts jsonb)
    where d.id = c.id`.execute(db)
}
