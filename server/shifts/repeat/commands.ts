import { sql } from 'kysely'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { answerOnce } from '#server/engine/access/idempotency.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { invalid, notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { type Event, events } from '#server/events/contract.ts'
import { type Shift, shifts } from '#server/shifts/contract.ts'
import { wallOf } from '#server/shifts/roster-editor/times.ts'
import type { Occurrence, RepeatInput, RepeatRule } from './contract.ts'
import { moveBefore, moveShift, repeatDates, spanOn } from './rules.ts'

type Source = Pick<
  Event,
  | 'name'
  | 'series'
  | 'eventtype'
  | 'location'
  | 'start'
  | 'end'
  | 'color'
  | 'event_url'
  | 'details'
  | 'contact'
  | 'contacts'
  | 'minimum'
  | 'minimums'
  | 'decide_at'
>

type SourceShift = Pick<Shift, 'role' | 'assignment' | 'location' | 'start' | 'end' | 'notes'>

/**
 * Previews the events of a rule without storing them.
 * @throws DomainError 'not_found', 'invalid' under `until` when the rule has no date.
 */
export async function previewRepeat(
  ctx: Pick<Ctx, 'db' | 'site'>,
  event: number,
  rule: RepeatRule,
): Promise<Occurrence[]> {
  const zone = ctx.site.timezone
  const source = await sourceOf(ctx.db, event)
  const existing = await existingDates(ctx, source)
  const found = repeatDates(wallOf(source.start, zone).slice(0, 10), rule).map((date) => {
    const { start, end, clocks } = spanOn(date, source, zone)
    return { date, start: wallOf(start, zone), end: wallOf(end, zone), clocks, exists: existing.has(date) }
  })
  if (!found.length) throw invalid({ until: ['This rule produces no dates.'] })
  return found
}

/**
 * Repeats the event on the dates of a rule, at the same local times and in the same series. Copied shifts are open and
 * unpublished, since no one has agreed to those days. Skips dates that have the event.
 * @returns the ids of the new events, by date.
 */
export async function repeatEvent(
  ctx: Ctx,
  engine: CollectionsEngine,
  event: number,
  ask: RepeatInput,
): Promise<number[]> {
  requireStanding(ctx.actor, 'admin')
  const { token = null, ...input } = ask
  return answerOnce(ctx, { key: token, call: `events/${event}/repeat`, input }, () =>
    addRepeats(ctx, engine, event, ask),
  )
}

async function addRepeats(ctx: Ctx, engine: CollectionsEngine, event: number, ask: RepeatInput): Promise<number[]> {
  const zone = ctx.site.timezone
  const source = await sourceOf(ctx.db, event, true)
  const first = wallOf(source.start, zone).slice(0, 10)
  const dates = repeatDates(first, ask.rule).filter((date) => !ask.except.includes(date))
  if (!dates.length) throw invalid({ until: ['This rule produces no dates.'] })
  const existing = await existingDates(ctx, source)
  const missing = dates.filter((date) => !existing.has(date))
  if (!missing.length) return []
  const repeats = missing.map((date) => {
    const { start, end } = spanOn(date, source, zone)
    const days = daysBetween(first, date)
    const decide_at = source.decide_at && moveBefore(source.decide_at, { start: source.start, to: start }, days, zone)
    return { days, fields: { ...source, start, end, decide_at } }
  })
  const created = await engine.records(events).create(
    ctx,
    repeats.map(({ fields }) => fields),
  )
  if (ask.places) {
    const places = await shiftsOf(ctx.db, event)
    const copies = repeats.flatMap(({ days, fields: to }, i) =>
      places.map((place) => ({
        ...place,
        ...moveShift(place, { event: source, to, days, zone }),
        event: created[i] ?? 0,
      })),
    )
    await engine.records(shifts).create(ctx, copies)
  }
  await audit(ctx, {
    action: 'event.repeat',
    subject: 'events',
    subject_id: event,
    details: { made: created },
  })
  return created
}

async function existingDates({ db, site }: Pick<Ctx, 'db' | 'site'>, { name, series }: Source): Promise<Set<string>> {
  const { rows } = await sql<{ date: string }>`
    select distinct to_char(start at time zone ${site.timezone}, 'YYYY-MM-DD') as date from events
    where core.folded(name) = core.folded(${name}) and series is not distinct from ${series}::bigint`.execute(db)
  return new Set(rows.map(({ date }) => date))
}

async function sourceOf(db: SiteDb, event: number, lock = false): Promise<Source> {
  const { rows } = await sql<Source>`
    select name, series, eventtype, location, ${instantText('start')} as start, ${instantText('"end"')} as "end", color, event_url, details, contact,
      array(select c.person from event_contacts c where c.event = events.id order by c.id) as contacts, minimum, minimums,
      ${instantText('decide_at')} as decide_at
    from events where id = ${event} ${lock ? sql`for update` : sql``}`.execute(db)
  if (!rows[0]) throw notFound('This event does not exist.')
  return rows[0]
}

async function shiftsOf(db: SiteDb, event: number): Promise<SourceShift[]> {
  const { rows } = await sql<SourceShift>`
    select role, assignment, location, ${instantText('start')} as start, ${instantText('"end"')} as "end", notes from shifts
    where event = ${event} order by id`.execute(db)
  return rows
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
