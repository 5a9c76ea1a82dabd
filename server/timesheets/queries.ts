import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { addDays, dayBounds, dayOf, readDay } from '#server/engine/kernel/days/rules.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import { eventNameSql, isOffSql } from '#server/shift-facts/event-sql.ts'
import { FORMER_NAME, timeOfPeople } from '#server/shift-facts/time-sql.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { BESIDE_MS } from '#server/shifts/hours/limits.pure.ts'
import {
  ASKED_DAYS,
  type DaySheet,
  type EventHours,
  type Period,
  type SheetShift,
  type Timesheet,
  type TimesheetQuery,
} from './contract.ts'
import { addUp, farLongerSql, type MonthHours, monthsOf, periodOf } from './rules.ts'

const own = { start: sql.raw(personStartSql('s')), end: sql.raw(personEndSql('s')) }

type ReadCtx = Pick<Ctx, 'db' | 'site' | 'clock'>

const MAX_ROWS = 1000

const today = ({ clock, site }: Pick<ReadCtx, 'clock' | 'site'>) => dayOf(clock.now(), site.timezone)

/** @throws DomainError 'invalid' under `start` or `end`. */
export function readPeriod(ctx: ReadCtx, query: TimesheetQuery): Period {
  const period = periodOf(query, today(ctx))
  if ('issues' in period) throw invalid(period.issues)
  return period
}

/** Reads the period from a page's address; an impossible one counts as absent. */
export function readPagePeriod(ctx: ReadCtx, params: URLSearchParams): Period & { today: string } {
  const day = (name: string) => readDay(params.get(name)) ?? undefined
  const now = today(ctx)
  const period = periodOf({ start: day('start'), end: day('end') }, now)
  return { ...('issues' in period ? readPeriod(ctx, {}) : period), today: now }
}

const withinDays = ({ start, end }: Period, zone: string): RawBuilder<boolean> =>
  sql`s.start >= ${dayBounds(start, zone).start} and s.start < ${dayBounds(end, zone).next}`

const stateAt = (now: Date, zone: string): RawBuilder<SheetShift['state']> => sql`case
  when s.actual_end is not null then 'ended'
  when s.actual_start is not null and ${own.end} < ${new Date(now.getTime() - BESIDE_MS)}
    and (s.actual_start at time zone ${zone})::date < (${now}::timestamptz at time zone ${zone})::date then 'forgotten'
  when s.actual_start is not null then 'running'
  when exists (select from events off where off.site_id = s.site_id and off.id = s.event and ${sql.raw(isOffSql('off'))}) then 'called_off'
  when ${own.end} <= ${now} then 'missing'
  else 'planned' end`

const isAskedAbout = sql.raw<boolean>(
  `(s.former is null and ${farLongerSql('s')} and s.kept_hours is distinct from s.hours)`,
)

const NAME = sql`coalesce(nullif(p.name, ''), p.email, ${FORMER_NAME})`

/** Adds up recorded hours by person and month. @throws DomainError 'invalid' for an impossible period. */
export async function readTimesheet(ctx: ReadCtx, query: TimesheetQuery): Promise<Timesheet> {
  const zone = ctx.site.timezone
  const period = readPeriod(ctx, query)
  const { rows } = await sql<MonthHours>`
    select s.person, ${NAME} as name, to_char(s.start at time zone ${zone}, 'YYYY-MM') as month,
      count(*)::int as shifts, sum(s.hours) as hours
    from ${timeOfPeople} s left join people p on p.site_id = s.site_id and p.id = s.person
    where ${withinDays(period, zone)} and s.draft is not null and s.hours is not null and s.person is not null
    group by s.person, p.name, p.email, month`.execute(ctx.db)
  const months = monthsOf(period)
  return { ...period, months, ...addUp(rows, months) }
}

async function listSheet(
  ctx: ReadCtx,
  where: RawBuilder<boolean>,
  order = sql`s.start, name, s.id`,
): Promise<SheetShift[]> {
  const state = stateAt(ctx.clock.now(), ctx.site.timezone)
  const { rows } = await sql<SheetShift>`
    select s.id, s.event, ${sql.raw(eventNameSql('e.name', 's.event_name'))} as event_name, s.person,
      ${NAME} as name, concat_ws(', ', coalesce(a.name, s.assignment_name), coalesce(r.name, s.role_name)) as duty,
      ${instantText(personStartSql('s'))} as start, ${instantText(personEndSql('s'))} as "end", ${instantText('s.actual_start')} as actual_start,
      ${instantText('s.actual_end')} as actual_end, s.hours, ${state} as state, ${isAskedAbout} as far_longer, s.former
    from ${timeOfPeople} s
    left join events e on e.site_id = s.site_id and e.id = s.event
    left join people p on p.site_id = s.site_id and p.id = s.person
    left join assignments a on a.site_id = s.site_id and a.id = s.assignment
    left join roles r on r.site_id = s.site_id and r.id = s.role
    where s.draft is not null and s.person is not null and ${where}
    order by ${order} limit ${MAX_ROWS}`.execute(ctx.db)
  return rows
}

const hoursIn = (shifts: readonly SheetShift[]) =>
  shifts.reduce((all, { hours }) => all + Math.round((hours ?? 0) * 100), 0) / 100

/** Lists the published shifts that start on a day, those to check first. Default: today. */
export async function readDaySheet(ctx: ReadCtx, date: string = today(ctx)): Promise<DaySheet> {
  const rows = await listSheet(ctx, withinDays({ start: date, end: date }, ctx.site.timezone))
  const rank = ({ state, far_longer }: SheetShift) =>
    ['forgotten', 'far_longer', 'missing'].indexOf(far_longer ? 'far_longer' : state)
  const first = rows.filter((shift) => rank(shift) >= 0).sort((a, b) => rank(a) - rank(b))
  return { date, shifts: [...first, ...rows.filter((shift) => rank(shift) < 0)], hours: hoursIn(rows) }
}

/** Lists shifts with a forgotten sign-out on an earlier day, latest first. */
export const listForgotten = (ctx: ReadCtx): Promise<SheetShift[]> =>
  listSheet(
    ctx,
    sql`s.actual_start is not null and s.actual_end is null and ${stateAt(ctx.clock.now(), ctx.site.timezone)} = 'forgotten'`,
    sql`s.start desc, name, s.id`,
  )

/** Lists unaccepted shifts of the last `ASKED_DAYS` that took far longer than planned, latest first. */
export function listFarLonger(ctx: ReadCtx): Promise<SheetShift[]> {
  const first = addDays(today(ctx), -ASKED_DAYS)
  return listSheet(
    ctx,
    sql`s.start >= ${dayBounds(first, ctx.site.timezone).start} and ${isAskedAbout}`,
    sql`s.start desc, name, s.id`,
  )
}

export const listEventSheet = (ctx: ReadCtx, event: number): Promise<SheetShift[]> =>
  listSheet(ctx, sql`s.event = ${event}`)

/** Counts a period's shifts by event: events with something to check first, then the latest. */
export async function listEventHours(ctx: ReadCtx, period: Period): Promise<EventHours[]> {
  const zone = ctx.site.timezone
  const { rows } = await sql<EventHours>`
    with counted as (
      select s.event, s.event_name, s.start, s.hours, ${stateAt(ctx.clock.now(), zone)} as state, ${isAskedAbout} as far_longer from ${timeOfPeople} s
      where ${withinDays(period, zone)} and s.draft is not null and s.person is not null and s.start <= ${ctx.clock.now()})
    select c.event as id, ${sql.raw(eventNameSql('e.name', 'max(c.event_name)'))} as name,
      ${instantText('coalesce(e.start, min(c.start))')} as start, count(*)::int as people,
      count(*) filter (where c.state = 'ended')::int as ended, count(*) filter (where c.state = 'forgotten')::int as forgotten,
      count(*) filter (where c.far_longer)::int as far_longer, count(*) filter (where c.state = 'missing')::int as missing,
      count(*) filter (where c.state = 'called_off')::int as called_off, coalesce(round(sum(c.hours)::numeric, 2), 0)::float8 as hours
    from counted c left join events e on e.id = c.event
    group by c.event, e.name, e.start
    order by count(*) filter (where c.state = 'forgotten' or c.far_longer) > 0 desc, coalesce(e.start, min(c.start)) desc, c.event limit ${MAX_ROWS}`.execute(
    ctx.db,
  )
  return rows
}
