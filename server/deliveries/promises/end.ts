import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { questionOf } from '../questions.ts'
import { noticeRule } from '../roster-notice-kinds.ts'
import { queueRosterNotices, type RosterNotice } from '../roster-notices.ts'
import { type ShiftFacts, shiftFacts } from '../shift-facts.ts'
import { ROSTER_SMS } from '../texts/account/roster-sms.ts'
import { listTold } from '../told.ts'
import {
  endOf,
  GAP_ENDS,
  GAP_KINDS,
  isGapAgain,
  isOpenAgain,
  LEFT,
  PROMISE_KINDS,
  type PromiseOf,
  type PromiseRow,
  type Promises,
  promisesIn,
  type StandingPromise,
  type StoredNotice,
} from './rules.ts'
import { endWords } from './words.ts'

/** `person`: who had the shift, or has; null for an open one, or for an answer. `theirs`: they have it afterwards. */
type Change = { shift: number; person: number | null; actor: number | null; theirs: boolean }

/**
 * Notifies people once, by the same channels, that a notice's promise about these shifts has ended. Excludes those who
 * ended it by an answer or by changing the shift. Coordinators are notified when a closed gap reopens.
 * @param how.of only these promises.
 * @param how.changes what has changed on the shifts, and by whom.
 */
export async function endPromises(
  ctx: Ctx,
  shifts: readonly number[],
  { of, changes = [] }: { of?: PromiseOf; changes?: readonly Change[] } = {},
): Promise<void> {
  const byActor = new Map<string, Change[]>()
  for (const change of changes) {
    const key = `${change.shift} ${change.actor}`
    byActor.set(key, [...(byActor.get(key) ?? []), change])
  }
  const ownChanges = ({ shift, person }: StandingPromise) => byActor.get(`${shift} ${person}`) ?? []
  const isOwn = (promise: StandingPromise) => ownChanges(promise).length > 0
  if (of === undefined) await withdrawEndsOfGaps(ctx.db, shifts, changes)
  const promises = await readPromises(ctx, shifts)
  const isWanted = (promise: StandingPromise) => of === undefined || promise.of === of
  const [all, allClosed] = [promises.standing.filter(isWanted), promises.closed.filter(isWanted)]
  if (!all.length && !allClosed.length) return
  const facts = await shiftFacts(ctx.db, { shifts })
  // They took the person off, gave the open shift away, or recorded the answer that they come.
  const hasClosed = (promise: StandingPromise) => {
    const isAnswered = endOf(promise, facts.get(promise.shift) ?? null, null) === 'kept'
    return ownChanges(promise).some(({ person, theirs }) =>
      theirs ? isAnswered && person === null : person === promise.missing,
    )
  }
  await noteOwn(ctx, all.filter(hasClosed), allClosed.filter(isOwn), facts)
  const isOthers = (promise: StandingPromise) => !isOwn(promise)
  const [standing, closed] = [all.filter(isOthers), allClosed.filter(isOthers)]
  await tellGapsAgain(
    ctx,
    closed.flatMap((promise) => {
      const shift = facts.get(promise.shift) ?? null
      return shift && isGapAgain(promise, shift, ctx.clock.now()) ? [{ promise, shift }] : []
    }),
  )
  const rows = await readRows(ctx.db, standing)
  const events = standing.flatMap(({ event }) => event ?? [])
  const off = (await listTold<{ shift: number | null; person: number }>(ctx.db, { events }, { soon: true })).filter(
    ({ state }) => state === 'off',
  )
  const ended = standing.flatMap((promise) => {
    const shift = facts.get(promise.shift) ?? null
    const end = endOf(promise, shift, rows(promise))
    if (!end) return []
    if (end === 'gone' && off.some(({ person, facts }) => person === promise.person && facts.event === promise.event))
      return []
    return [{ promise, end, shift }]
  })
  const asksAgain = await readAsked(
    ctx,
    ended.flatMap(({ promise, end, shift }) =>
      end === 'unanswered' && shift && questionOf('shift.changed', shift, ctx.site, ctx.clock.now()) === 'now'
        ? [promise]
        : [],
    ),
  )
  const moved = await readMoved(
    ctx.db,
    ended.flatMap(({ promise, end }) => (promise.of === 'gap' && end === 'taken' ? [promise] : [])),
  )
  await queueRosterNotices(
    ctx,
    ...ended
      .filter(({ promise }) => !moved.has(promise.id))
      .map(({ promise, end, shift }): RosterNotice => {
        const { sms, opens, ...words } = endWords(promise, asksAgain.has(promise.id) ? 'asked' : end)
        const about = end === 'taken' ? shift?.person : promise.missing
        return {
          ...words,
          ...{ person: promise.person, event: promise.event, shift: promise.shift, useful_until: promise.useful_until },
          ...{ subject: promise.of === 'gap' ? promise.id : promise.subject },
          cause: promise.of === 'gap' ? String(promise.id) : promise.cause.slice('notice:'.length),
          ...(promise.of === 'gap'
            ? { missing: promise.missing, ...(about && { about }) }
            : { says: [{ shift: promise.shift, state: 'not_theirs' }] }),
          ...(promise.channels.includes('sms') && { sms }),
          ...(opens && shift && { action: { label: 'Open the event', path: `/events/${shift.event}` } }),
          names: { what: promise.what },
          times: { at: promise.at },
        }
      }),
  )
}

/**
 * Cancels unsent messages that a gap has ended, such as texts that wait for the morning. The caller queues again what is
 * still true, except to those who changed the shift: theirs stay. So does a text whose email has been sent, unless
 * someone else has the shift now.
 */
const withdrawEndsOfGaps = (db: SiteDb, shifts: readonly number[], changes: readonly Change[]): Promise<unknown> =>
  sql`update deliveries d set state = 'cancelled', reason = 'taken_up', updated_at = clock_timestamp()
    where (d.facts ->> 'shift_id')::bigint = any (${[...new Set(shifts)]}::bigint[]) and d.facts ? 'shift_id'
      and d.kind = any (${GAP_ENDS}) and d.state = 'queued' and not exists (
        select from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as a (shift bigint, actor bigint)
        where a.actor = d.person and a.shift = (d.facts ->> 'shift_id')::bigint)
      and not exists (select from deliveries o join shifts s on s.id = (d.facts ->> 'shift_id')::bigint
        where o.person = d.person and o.kind = d.kind and o.cause = d.cause and o.id <> d.id and o.state = any (${LEFT})
          and s.person = (d.facts ->> 'about')::bigint)`.execute(db)

/** Records that readers of a gap closed or opened it themselves. */
async function noteOwn(
  { db, clock }: Ctx,
  standing: readonly StandingPromise[],
  closed: readonly StandingPromise[],
  facts: ReadonlyMap<number, ShiftFacts>,
): Promise<void> {
  const rows = [
    ...standing.flatMap((promise) =>
      promise.of === 'gap' && endOf(promise, facts.get(promise.shift) ?? null, null)
        ? [{ ...promise, ends: true }]
        : [],
    ),
    ...closed.flatMap((promise) =>
      isOpenAgain(promise, facts.get(promise.shift) ?? null, clock.now()) ? [{ ...promise, ends: false }] : [],
    ),
  ].map(({ person, cause, shift, ends }) => ({ person, cause, shift, ends }))
  if (!rows.length) return
  await sql`update deliveries d set facts = d.facts || jsonb_build_object('ends', r.ends)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (person bigint, cause text, shift bigint, ends boolean)
    where d.person = r.person and d.cause = r.cause and d.kind = any (${GAP_KINDS}) and (d.facts ->> 'shift_id')::bigint = r.shift and d.facts ? 'shift_id'`.execute(
    db,
  )
}

async function tellGapsAgain(
  ctx: Ctx,
  gaps: readonly { promise: StandingPromise; shift: ShiftFacts }[],
): Promise<void> {
  if (!gaps.length) return
  const { rows } = await sql<{ id: number; shift: number; person: number }>`
    select max(id) as id, shift, person from answers where shift = any (${gaps.map(({ shift }) => shift.id)}::bigint[])
      and answer = 'seeking_cover' group by shift, person`.execute(ctx.db)
  await queueRosterNotices(
    ctx,
    ...gaps.flatMap(({ promise, shift }): RosterNotice[] => {
      const answer = rows.find((row) => row.shift === shift.id && row.person === promise.missing)
      if (!answer || promise.missing === null) return []
      return [
        {
          kind: 'answer.declined',
          ...{
            person: promise.person,
            subject: answer.id,
            cause: `${answer.id} after ${promise.id}`,
            event: shift.event,
          },
          ...{ shift: shift.id, missing: promise.missing, about: promise.missing, useful_until: new Date(shift.start) },
          title: `Cannot come: ${promise.what}`,
          paragraphs: [
            `{name} now can’t come after all: ${promise.what}, {at}.`,
            'Please ignore our messages since then. The shift stays theirs until someone takes it.',
          ],
          action: { label: 'Open the event', path: `/events/${shift.event}` },
          ...(promise.channels.includes('sms') && { sms: ROSTER_SMS.declined_again }),
          names: { what: promise.what },
          times: { at: shift.start },
        },
      ]
    }),
  )
}

/** Records that a person has answered, even after the row is deleted. */
export const noteAnswered = (
  db: SiteDb,
  kind: 'waiting.offered' | 'cover.asked',
  { subject, person }: { subject: number; person: number },
): Promise<unknown> =>
  sql`update deliveries set facts = facts || '{"answered": true}'
    where person = ${person} and kind = ${kind} and cause like 'notice:%' and (facts ->> 'subject_id')::bigint = ${subject}`.execute(
    db,
  )

/** Records that a person has said yes to a request, whose message may not have left, and waits to hear whether it counts. */
export const noteKept = (db: SiteDb, { subject, person }: { subject: number; person: number }): Promise<unknown> =>
  sql`update deliveries set facts = facts || '{"kept": true, "answered": false}'
    where person = ${person} and kind = 'cover.asked' and cause like 'notice:%' and (facts ->> 'subject_id')::bigint = ${subject}`.execute(
    db,
  )

/** Marks a shift's promises for a check once the current action settles. For actions that change no shift. */
export const markPromises = (db: SiteDb, shift: number): Promise<unknown> =>
  sql`insert into marks (shift) select ${shift} where exists (
    select from deliveries d where (d.facts ->> 'shift_id')::bigint = ${shift} and d.facts ? 'shift_id')`.execute(db)

/** Marks what was promised to people who are restored: it may have ended while they were gone. */
export const markPromisesTo = (db: SiteDb, people: readonly number[]): Promise<unknown> =>
  sql`insert into marks (shift) select distinct (facts ->> 'shift_id')::bigint from deliveries
    where person = any (${[...people]}::bigint[]) and facts ? 'shift_id'`.execute(db)

/** People who were put on the shift, or took it, since they were asked or offered it hear of the shift itself how it ends. */
async function readPromises({ db, clock }: Ctx, shifts: readonly number[]): Promise<Promises> {
  const { rows } = await sql<StoredNotice>`
    select d.id, d.person, d.kind, d.channel, d.event, d.cause, d.state, d.useful_until, (d.facts ->> 'shift_id')::bigint as shift,
      (d.facts ->> 'subject_id')::bigint as subject, (d.facts -> 'ends')::boolean as ends, d.facts ? 'kept' as kept, (d.facts ->> 'missing')::bigint as missing,
      coalesce(d.facts #>> '{names,what}', '') as what, d.facts #>> '{times,at}' as at
    from deliveries d where (d.facts ->> 'shift_id')::bigint = any (${[...new Set(shifts)]}::bigint[]) and d.facts ? 'shift_id'
      and d.kind = any (${PROMISE_KINDS}) and d.facts ->> 'answered' is distinct from 'true'
      and d.state in ('queued', 'sending', 'sent', 'delivered', 'unknown')
      and not (d.kind in ('cover.asked', 'waiting.offered') and exists (select from told t left join deliveries l on l.site_id = t.site_id and l.id = t.delivery
        where t.shift = (d.facts ->> 'shift_id')::bigint and t.person = d.person and t.state <> 'not_theirs' and t.at >= d.due_at
          and (l.id is null or l.state in ('sending', 'sent', 'delivered', 'unknown'))))
    order by d.id`.execute(db)
  return promisesIn(rows, clock.now())
}

const PROMISED = { hold: 'waiting.offered', ask: 'cover.asked' } as const

async function readRows(db: SiteDb, promises: readonly StandingPromise[]) {
  const found = new Map<string, PromiseRow>()
  for (const of of ['hold', 'ask'] as const) {
    const { promised } = noticeRule(PROMISED[of])
    const stated = JSON.stringify(promises.filter((promise) => promise.of === of))
    const { rows } = await promised!(
      sql`jsonb_to_recordset(${stated}::jsonb) as p (subject bigint, person bigint, shift bigint)`,
    ).execute(db)
    for (const row of rows) found.set(`${of} ${row.id}`, row)
  }
  return ({ of, subject }: StandingPromise): PromiseRow => found.get(`${of} ${subject}`) ?? null
}

/** Finds gaps whose person a message about the change asks again. */
async function readAsked({ db }: Ctx, gaps: readonly StandingPromise[]): Promise<ReadonlySet<number>> {
  if (!gaps.length) return new Set()
  const { rows } = await sql<{ id: number }>`
    select g.id from jsonb_to_recordset(${JSON.stringify(gaps)}::jsonb) as g (id bigint, missing bigint, shift bigint)
    where exists (select from deliveries d where d.shift = g.shift and d.person = g.missing and d.kind = 'shift.changed' and d.id > g.id
      and d.state = any (${['queued', ...LEFT]}))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Finds coordinators who were told since that a swap gave the shift to its current person. */
async function readMoved(db: SiteDb, gaps: readonly StandingPromise[]): Promise<ReadonlySet<number>> {
  if (!gaps.length) return new Set()
  const { rows } = await sql<{ id: number }>`
    select g.id from jsonb_to_recordset(${JSON.stringify(gaps)}::jsonb) as g (id bigint, person bigint, shift bigint)
    where exists (select from shifts s join swap_parts p on p.gets = s.id and p.person = s.person
      join deliveries d on d.person = g.person and d.kind = 'swap.done' and d.cause = 'notice:' || p.circle and d.id > g.id where s.id = g.shift)`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
