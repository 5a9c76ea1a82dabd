import { sql } from 'kysely'
import type { Candidate, Reason } from '#server/deliveries/explain/contract.ts'
import { type ReadCtx, readPerson, readShiftCases } from '#server/deliveries/explain/facts.ts'
import { explainShift, storedCandidate } from '#server/deliveries/explain/rules.ts'
import { messageTitle } from '#server/deliveries/message-title.ts'
import { ownDeliveryWords } from '#server/deliveries/words.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { explainMessagesTo } from '#server/messages/explain/queries.ts'
import { isReminder } from '#server/organisation/reminders-contract.ts'
import { personStartSql } from '#server/shift-facts/times/rules.ts'
import type { HistoryLine, OwnMessages, OwnMessagesQuery, PersonMessages, Shown, Subject } from './contract.ts'
import { PERSON_PAGE } from './contract.ts'
import { type ListedRow, readLines } from './lines.ts'

const SHOWN_ROWS = {
  all: sql`true`,
  email: sql`d.channel = 'email'`,
  sms: sql`d.channel = 'sms'`,
  problems: sql`d.state in ('skipped', 'failed', 'bounced', 'complained', 'missed', 'unknown')`,
} satisfies Record<Shown, unknown>

/**
 * Reads, for admins, a page of a person's messages, sent or not, with reasons, and those to come about their next
 * shifts. Bounded number of statements.
 * @throws DomainError 'not_found'.
 */
export async function readPersonMessages(
  ctx: ReadCtx,
  id: number,
  { shown, offset }: { shown: Shown; offset: number },
): Promise<PersonMessages> {
  const person = await readPerson(ctx.db, id)
  const { rows: counted } = await sql<Record<Shown, number>>`
    select count(*)::integer as "all", count(*) filter (where ${SHOWN_ROWS.email})::integer as email,
      count(*) filter (where ${SHOWN_ROWS.sms})::integer as sms, count(*) filter (where ${SHOWN_ROWS.problems})::integer as problems
    from deliveries d where d.person = ${id}`.execute(ctx.db)
  const page = await readLines(
    ctx.db,
    sql`d.person = ${id} and ${SHOWN_ROWS[shown]}`,
    sql`limit ${PERSON_PAGE} offset ${offset}`,
  )
  const coming = offset === 0 ? await readComing(ctx, id) : []
  const about = new Map(coming.map(({ shift, ...subject }) => [shift, subject]))
  const shifts = [...new Set([...page.flatMap(({ shift }) => shift ?? []), ...about.keys()])]
  const explained = (await readShiftCases(ctx, person, shifts)).flatMap(explainShift)
  const messages = [...new Set(page.flatMap(({ about: { message } }) => message ?? []))]
  const byDelivery = new Map(
    [...explained, ...(await explainMessagesTo(ctx, person, messages))].map((one) => [one.delivery, one]),
  )
  return {
    shown,
    counts: counted[0]!,
    offset,
    lines: page.map((row) => lineOf(byDelivery.get(row.id) ?? storedCandidate(row), row.about, row)),
    planned: explained
      .flatMap((one) => {
        const subject = about.get(one.shift ?? 0)
        return subject && isShown(one, shown) && isToCome(one) ? [lineOf(one, subject)] : []
      })
      .sort((a, b) => a.at.localeCompare(b.at))
      .slice(0, MOST_PLANNED)
      .reverse(),
  }
}

const isShown = ({ channel, state }: Candidate, shown: Shown) =>
  shown === 'all' || shown === channel || (shown === 'problems' && state === 'none')

/** Reasons against future reminders that the person or an admin can change; only these are shown. */
const CHANGEABLE: readonly Reason[] = ['opted_out', 'blocked', 'unverified', 'no_address']

function isToCome({ kind, channel, state, reason, delivery }: Candidate): boolean {
  if (delivery !== null || !isReminder(kind)) return false
  if (state === 'planned') return true
  return CHANGEABLE.includes(reason) && !(channel === 'sms' && reason === 'no_address')
}

const lineOf = (candidate: Candidate, about: Subject, row?: ListedRow): HistoryLine => ({
  ...about,
  key: row ? String(row.id) : `${candidate.shift} ${candidate.kind} ${candidate.channel}`,
  delivery: candidate.delivery,
  kind: candidate.kind,
  title: messageTitle(candidate.kind, about.subject),
  channel: candidate.channel,
  state: candidate.state,
  at: row?.at ?? candidate.due_at ?? '',
  words: candidate.words,
  can_resend: candidate.can_resend,
})

const MOST_PLANNED = 6
const MOST_COMING = 10

async function readComing({ db, clock }: ReadCtx, person: number): Promise<(Subject & { shift: number })[]> {
  const { rows } = await sql<{ shift: number; event: number; name: string; assignment: string | null; start: string }>`
    select s.id as shift, e.id as event, e.name, a.name as assignment, ${instantText(personStartSql('s'))} as start
    from shifts s join events e on e.site_id = s.site_id and e.id = s.event
    left join assignments a on a.site_id = s.site_id and a.id = s.assignment
    where s.person = ${person} and s.start > ${clock.now()} and s.draft is not null order by s.start, s.id limit ${MOST_COMING}`.execute(
    db,
  )
  return rows.map(({ shift, event, name, assignment, start }) => ({
    shift,
    subject: null,
    message: null,
    event: { id: event, name },
    assignment,
    start,
  }))
}

/** Messages that members see of their own: sent or tried, and notices withheld; none that an admin can still cancel. */
const OWN = sql`d.state not in ('queued', 'cancelled') and not (d.kind like 'bulk:%' and d.state = 'skipped')`

export async function readOwnMessages(
  { db }: Pick<ReadCtx, 'db'>,
  person: number,
  { limit, offset }: OwnMessagesQuery,
): Promise<OwnMessages> {
  const which = sql`d.person = ${person} and ${OWN}`
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from deliveries d where ${which}`.execute(db)
  const rows = await readLines(db, which, sql`limit ${limit} offset ${offset}`)
  return {
    count: counted[0]?.count ?? 0,
    messages: rows.map(({ id, kind, channel, state, reason, at, about: { message: _, ...about } }) => ({
      id,
      kind: kind.startsWith('bulk:') ? 'bulk' : kind,
      title: messageTitle(kind, about.subject),
      channel,
      state,
      at,
      ...about,
      words: ownDeliveryWords({ channel, state, reason }),
    })),
  }
}
