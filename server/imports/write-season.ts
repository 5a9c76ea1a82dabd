import { sql } from 'kysely'
import { undoable } from '#server/deliveries/undo-window.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { pickColors } from '#server/lookups/event-colors.pure.ts'
import { insertAll, updateAll } from './bulk.ts'
import { nameKey } from './rules.ts'
import { LOOKUPS, type Lookup, type SeasonFacts } from './season-facts.ts'
import type { NameKey, SeasonPlan } from './season-plan.ts'
import { isoOf } from './season-times.ts'
import type { ImportTrace } from './traces.ts'

const EVENT_COLUMNS = ['name', 'series', 'eventtype', 'location', 'start', 'end', 'created_at', 'updated_at']
const SHIFT_COLUMNS = [
  'event',
  'assignment',
  'role',
  'location',
  'person',
  'start',
  'end',
  'notes',
  'assigned_at',
  'created_at',
  'updated_at',
]

type IdOf = (lookup: Lookup, key: NameKey) => number | null

/**
 * Writes named records, then events, unpublished shifts and changes.
 * @throws DomainError 'conflict' when an open shift was filled, or a moving one begun, since the plan was made.
 */
export const writeSeason = (ctx: Ctx, plan: SeasonPlan, facts: SeasonFacts, trace: ImportTrace): Promise<void> =>
  inUnitOfWork(undoable(ctx), async () => {
    const idOf = await writeLookups(ctx, plan, facts, trace)
    const eventId = await writeEvents(ctx, plan, idOf, trace)
    const now = ctx.clock.now().toISOString()
    const shifts = plan.shifts.map(({ event, assignment, role, location, person, start, end, notes }) => ({
      event: 'id' in event ? event.id : eventId(event.key),
      assignment: idOf('assignments', assignment),
      role: idOf('roles', role),
      location: idOf('locations', location),
      person,
      start: isoOf(start),
      end: isoOf(end),
      notes,
      assigned_at: person === null ? null : now,
      created_at: now,
      updated_at: now,
    }))
    trace.made('shifts', await insertAll(ctx.db, 'shifts', SHIFT_COLUMNS, shifts))
    await changeShifts(ctx, plan, idOf, trace)
  })

async function writeLookups({ db }: Ctx, plan: SeasonPlan, facts: SeasonFacts, trace: ImportTrace): Promise<IdOf> {
  const ids = await Promise.all(
    LOOKUPS.map(async (lookup) => {
      const names = [...plan.lookups[lookup].values()]
      const colors = lookup === 'eventtypes' && names.length > 0 ? await newColors(db, names.length) : null
      const rows = names.map((name, n) => ({ name, ...(colors && { color: colors[n] }) }))
      const created = trace.made(
        lookup,
        await insertAll(db, lookup, colors ? ['name', 'color'] : ['name'], rows, ['name']),
      )
      return [...facts[lookup], ...created].map(({ id, name }) => [`${lookup}\n${nameKey(String(name))}`, id] as const)
    }),
  )
  const idByKey = new Map(ids.flat())
  return (lookup, key) => (key === null ? null : (idByKey.get(`${lookup}\n${key}`) ?? null))
}

async function newColors(db: SiteDb, count: number): Promise<string[]> {
  const rows = await db.selectFrom('eventtypes').select('color').where('color', 'is not', null).execute()
  return pickColors(
    rows.flatMap(({ color }) => color ?? []),
    count,
  )
}

/** Name, series and start identify the returned ids. */
async function writeEvents({ db, clock }: Ctx, plan: SeasonPlan, idOf: IdOf, trace: ImportTrace) {
  const now = clock.now().toISOString()
  const identity = (name: unknown, series: unknown, startMs: number) => [name, series ?? '', startMs].join('\n')
  const rows = plan.events.map(({ name, series, eventtype, location, start, end }) => ({
    name,
    series: idOf('series', series),
    eventtype: idOf('eventtypes', eventtype),
    location: idOf('locations', location),
    start: isoOf(start),
    end: isoOf(end),
    created_at: now,
    updated_at: now,
  }))
  const created = trace.made('events', await insertAll(db, 'events', EVENT_COLUMNS, rows, ['name', 'series', 'start']))
  const idByIdentity = new Map(
    created.map(({ id, name, series, start }) => [identity(name, series, (start as Date).getTime()), id]),
  )
  const idByKey = new Map(
    plan.events.map(({ key, name, series, start }) => [
      key,
      idByIdentity.get(identity(name, idOf('series', series), start)),
    ]),
  )
  const changes = plan.event_updates.map(({ id, start, end, eventtype, location }) => ({
    id,
    was: {},
    set: {
      ...(start === undefined ? {} : { start: isoOf(start) }),
      ...(end === undefined ? {} : { end: isoOf(end) }),
      ...(eventtype === undefined ? {} : { eventtype: idOf('eventtypes', eventtype) }),
      ...(location === undefined ? {} : { location: idOf('locations', location) }),
    },
  }))
  const columns = ['start', 'end', 'eventtype', 'location']
  trace.changed('events', await updateAll(db, 'events', columns, changes, [sql`updated_at = ${now}::timestamptz`]))
  return (key: string) => idByKey.get(key) ?? null
}

async function changeShifts({ db, clock }: Ctx, plan: SeasonPlan, idOf: IdOf, trace: ImportTrace) {
  const now = clock.now().toISOString()
  const changes = plan.shift_updates.map(({ id, person, location, notes, start, end }) => ({
    id,
    was: {
      ...(person === undefined ? {} : { person: null }),
      ...(start === undefined && end === undefined ? {} : { actual_start: null }),
    },
    set: {
      ...(start === undefined ? {} : { start: isoOf(start) }),
      ...(end === undefined ? {} : { end: isoOf(end) }),
      ...(person === undefined ? {} : { person, assigned_at: now }),
      ...(location === undefined ? {} : { location: idOf('locations', location) }),
      ...(notes === undefined ? {} : { notes }),
    },
  }))
  const also = [sql`sequence = t.sequence + 1`, sql`updated_at = ${now}::timestamptz`]
  const changed = trace.changed(
    'shifts',
    await updateAll(db, 'shifts', ['person', 'assigned_at', 'location', 'notes', 'start', 'end'], changes, also),
  )
  if (changed.length < changes.length)
    throw new DomainError('conflict', 'The roster has changed since the preview. Please look at the preview again.')
}
