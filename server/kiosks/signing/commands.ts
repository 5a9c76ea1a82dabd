import { sql } from 'kysely'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { answerOnce } from '#server/engine/access/idempotency.ts'
import { DomainError, forbidden, invalid } from '#server/engine/kernel/errors.ts'
import { isOffSql } from '#server/shift-facts/event-sql.ts'
import { personEndSql, personStartSql, personTimes } from '#server/shift-facts/times/rules.ts'
import { BESIDE_MS } from '#server/shifts/hours/limits.pure.ts'
import { endVerdict, type Recording, startVerdict } from '#server/shifts/hours/rules.ts'
import { createStartedShift, recordTime, removeEnd } from '#server/shifts/hours/store.ts'
import { type Confirm, type ConfirmAnswer, UNDO_MS, UNPLANNED } from './contract.ts'
import { findCurrentEvent, findOpenShift, findUnfinishedShift, readConfirmAnswer } from './queries.ts'
import { dayOf, plannedEnd, timeProblem } from './rules.ts'

const conflict = (message: string) => new DomainError('conflict', message)

/**
 * Signs people in and out, all or none. Repeating a list with its key changes nothing and returns the current shifts;
 * without a key it is judged like a new list.
 * @param key chosen by the device, one per list.
 * @returns the shifts in the order of the list.
 * @throws DomainError 'invalid' with the field; 'conflict' for people already signed in or out, or another list's key.
 */
export async function confirmSignIns(ctx: Ctx, list: readonly Confirm[], key: string | null): Promise<ConfirmAnswer> {
  if (ctx.actor.kind !== 'kiosk') throw forbidden()
  // A device that lost the response repeats the list with `kept` set.
  const input = list.map(({ kept: _, ...sign }) => sign)
  const shifts = await answerOnce(ctx, { key, call: 'kiosk/confirm', input }, () => signAll(ctx, list))
  return readConfirmAnswer(ctx.db, shifts)
}

async function signAll(ctx: Ctx, list: readonly Confirm[]): Promise<number[]> {
  await lockPeople(ctx, list)
  const shifts: number[] = []
  for (const [at, one] of list.entries()) shifts.push(await SIGNS[one.sign](ctx, one).catch(placed(at, list.length)))
  return shifts
}

const placed =
  (at: number, length: number) =>
  (error: unknown): never => {
    if (length === 1 || !(error instanceof DomainError) || !error.extras.issues) throw error
    const { issues } = error.extras
    throw new DomainError(error.code, error.message, {
      issues,
      items: Array.from({ length }, (_, i) => (i === at ? issues : null)),
    })
  }

/** Serialises devices that sign the same person in. */
async function lockPeople({ db }: Ctx, list: readonly Confirm[]): Promise<void> {
  const shifts = list.flatMap(({ shift }) => shift ?? [])
  const people = list.flatMap(({ person }) => person ?? [])
  await sql`
    select id from people where id = any (${people}::bigint[]) or id in (select person from shifts where id = any (${shifts}::bigint[]))
    order by id for no key update`.execute(db)
}

async function signIn(ctx: Ctx, one: Confirm): Promise<number> {
  checkTime(ctx, one)
  const planned = await plannedShift(ctx, one)
  const person = planned?.person ?? one.person
  if (!person || !(await isActive(ctx, person))) throw invalid({ person: [one.person ? 'Not found.' : 'Required.'] })
  const open = await findOpenShift(ctx.db, person, one.time)
  if (planned && open?.id === planned.id && planned.actual_start?.getTime() === one.time.getTime()) return planned.id
  if (open) throw conflict('Already signed in.')
  if (!planned) return startUnplanned(ctx, person, one)
  if (planned.actual_start) throw conflict('Someone has already signed in to this shift.')
  const verdict = startVerdict(planned, one.time, recordingOf(ctx))
  if (!verdict.ok) throw invalid({ time: [verdict.message] })
  await recordTime(ctx, planned.id, 'start', verdict.at, null)
  return planned.id
}

const recordingOf = ({ clock, site }: Ctx): Recording => ({
  now: clock.now(),
  zone: site.timezone,
  admin: false,
  kiosk: true,
})

async function signOut(ctx: Ctx, one: Confirm): Promise<number> {
  if (!one.shift && !one.person) throw invalid({ shift: ['Required.'] })
  const id = one.shift ?? (await findUnfinishedShift(ctx.db, one.person ?? 0, one.time))?.id
  if (!id) throw conflict('Not signed in.')
  const shift = await shiftForUpdate(ctx, { ...one, shift: id })
  checkTime(ctx, one, shift.actual_start)
  const verdict = endVerdict(shift, one.time, recordingOf(ctx))
  if (!verdict.ok) throw invalid({ time: [verdict.message] })
  if (shift.actual_end?.getTime() === verdict.at.getTime()) return id
  if (shift.actual_end) throw conflict('Already signed out.')
  await recordTime(ctx, id, 'end', verdict.at, null)
  return id
}

/** Reverts a recent sign-out; a shift that has not ended stays as it is. */
async function undoSignOut(ctx: Ctx, one: Confirm): Promise<number> {
  if (!one.shift) throw invalid({ shift: ['Required.'] })
  const shift = await shiftForUpdate(ctx, { ...one, shift: one.shift })
  const end = shift.actual_end
  if (!end) return one.shift
  if (end.getTime() !== one.time.getTime()) throw conflict('The recorded end has changed.')
  if (ctx.clock.now().getTime() - shift.updated_at.getTime() > UNDO_MS)
    throw conflict('It’s too late to undo this. Ask an admin to correct it.')
  if (shift.person && (await findOpenShift(ctx.db, shift.person, ctx.clock.now()))) throw conflict('Already signed in.')
  await removeEnd(ctx, one.shift, end)
  return one.shift
}

const SIGNS = { in: signIn, out: signOut, undo: undoSignOut }

function checkTime({ clock, site }: Ctx, { time, kept }: Confirm, since: Date | null = null): void {
  const problem = timeProblem(time, { now: clock.now(), zone: site.timezone, kept, since })
  if (problem) throw invalid({ time: [problem] })
}

const isActive = async ({ db }: Ctx, person: number): Promise<boolean> =>
  (await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', person)
    .where('is_active', '=', true)
    .where('role', '<>', 'new')
    .executeTakeFirst()) !== undefined

/** Locks a published shift; its person must still be the one that the device showed. */
async function shiftForUpdate(ctx: Ctx, one: Confirm & { shift: number }) {
  const shift = await ctx.db
    .selectFrom('shifts')
    .select([
      'id',
      'person',
      'start',
      'end',
      'modified_start',
      'modified_end',
      'actual_start',
      'actual_end',
      'updated_at',
    ])
    .where('id', '=', one.shift)
    .where('draft', 'is not', null)
    .where('person', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!shift) throw invalid({ shift: ['Not found.'] })
  if (one.person && shift.person !== one.person) throw conflict('Someone else is on this shift now.')
  return { ...shift, ...personTimes(shift) }
}

/**
 * Returns the chosen shift, or the person's waiting shift in that role within an hour of its span, on any day and
 * listed or not.
 */
async function plannedShift(ctx: Ctx, one: Confirm) {
  if (one.shift) return shiftForUpdate(ctx, { ...one, shift: one.shift })
  if (!one.person) return null
  const [start, end] = [sql.raw(personStartSql('s')), sql.raw(personEndSql('s'))]
  const [from, until] = [one.time.getTime() - BESIDE_MS, one.time.getTime() + BESIDE_MS].map((ms) => new Date(ms))
  const { rows } = await sql<{ id: number }>`
    select s.id from shifts s where person = ${one.person} and role is not distinct from ${one.role ?? null}::bigint
      and draft is not null and actual_start is null and actual_end is null
      and not exists (select from events e where e.site_id = s.site_id and e.id = s.event and ${sql.raw(isOffSql('e'))}) and ${start} <= ${until} and ${end} >= ${from}
    order by abs(extract(epoch from ${start} - ${one.time}::timestamptz)), s.id limit 1`.execute(ctx.db)
  return rows[0] ? shiftForUpdate(ctx, { ...one, shift: rows[0].id }) : null
}

/** Starts an unplanned shift: on the current event, or else on the day's event for unplanned shifts. */
async function startUnplanned(ctx: Ctx, person: number, { role = null, time }: Confirm): Promise<number> {
  if (role !== null) {
    const found = await ctx.db
      .selectFrom('roles')
      .select('id')
      .where('id', '=', role)
      .where('archived', '=', false)
      .executeTakeFirst()
    if (!found) throw invalid({ role: ['Not found.'] })
  }
  const from = new Date(time.getTime() + BESIDE_MS)
  const event = (await findCurrentEvent(ctx.db, { at: time, role, from })) ?? (await unplannedOf(ctx, time))
  const planned = { start: time, end: plannedEnd(time, event.end), actual_start: null, actual_end: null }
  const verdict = startVerdict(planned, time, recordingOf(ctx))
  if (!verdict.ok) throw invalid({ time: [verdict.message] })
  return createStartedShift(ctx, { ...planned, event: event.id, person, role, location: event.location }, verdict.at)
}

/** Returns the archived event of a day's unplanned shifts, hidden from calendars; creates it on first use. */
async function unplannedOf(ctx: Ctx, at: Date): Promise<{ id: number; end: Date; location: number | null }> {
  const { start, end } = dayOf(at, ctx.site.timezone)
  await sql`select pg_advisory_xact_lock(hashtext('kiosks.unplanned'), ${ctx.site.id % 2_147_483_647}::int)`.execute(
    ctx.db,
  )
  const known = await ctx.db
    .selectFrom('events')
    .select(['id', 'end', 'location'])
    .where('start', '=', start)
    .where('end', '=', end)
    .where('name', '=', UNPLANNED)
    .where('archived', '=', true)
    .orderBy('id')
    .executeTakeFirst()
  if (known) return known
  const made = await ctx.db
    .insertInto('events')
    .values({ name: UNPLANNED, start, end, archived: true })
    .returning(['id', 'end', 'location'])
    .executeTakeFirstOrThrow()
  await audit(ctx, { action: 'events.create', subject: 'events', subject_id: made.id, details: { name: UNPLANNED } })
  return made
}
