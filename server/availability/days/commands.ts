import { sql } from 'kysely'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireOwnAct, requireStanding } from '#server/engine/access/permission.ts'
import { readDay } from '#server/engine/kernel/days/rules.ts'
import { invalid, notFound } from '#server/engine/kernel/errors.ts'
import type { RosteredShift } from '../rostered/contract.ts'
import { listRostered } from '../rostered/queries.ts'
import type { Mark, PersonMarkInput, RangeInput } from './contract.ts'
import { isInGrid } from './queries.ts'
import { type DayRow, dayRow, daysOfRange } from './rules.ts'

/**
 * `days` counts the written days; `rostered`: the person's shifts on days now unavailable, which no one else knows of
 * yet.
 */
export type Marked = { days: number; rostered: RosteredShift[] }

/**
 * Sets or removes the acting person's mark of a day. Idempotent; of two concurrent calls the later wins.
 * @throws DomainError 'not_found' for a day that does not exist.
 */
export async function markDay(ctx: Ctx, { date, available }: { date: string; available: Mark }): Promise<Marked> {
  const person = requireOwnAct(ctx.actor)
  const day = readDay(date)
  if (!day) throw notFound('This day does not exist.')
  return storeMarks(ctx, person, [dayRow(day, ctx.site.timezone)], available)
}

/**
 * Sets or removes another person's mark, for instance after their call. For admins only.
 * @throws DomainError 'not_found' for a day or a person that does not exist, is pending or is inactive.
 */
export async function markDayForPerson(
  ctx: Ctx,
  { person, date, available }: PersonMarkInput & { available: Mark },
): Promise<Marked> {
  requireStanding(ctx.actor, 'admin')
  const day = readDay(date)
  if (!day) throw notFound('This day does not exist.')
  if (!(await isInGrid(ctx.db, { person }))) throw notFound('This person does not exist.')
  return storeMarks(ctx, person, [dayRow(day, ctx.site.timezone)], available)
}

/**
 * Sets or removes the acting person's marks of a range, optionally of some weekdays only; all or nothing.
 * @throws DomainError 'invalid' with the field.
 */
export async function markRange(ctx: Ctx, input: RangeInput): Promise<Marked> {
  const person = requireOwnAct(ctx.actor)
  const checked = daysOfRange(input, ctx.site.timezone)
  if ('issues' in checked) throw invalid(checked.issues)
  return storeMarks(ctx, person, checked.days, input.available)
}

/** In the order of days, to prevent deadlocks. */
async function storeMarks(ctx: Ctx, person: number, days: readonly DayRow[], available: Mark): Promise<Marked> {
  const dates = days.map((day) => day.date)
  const result =
    available === null
      ? await sql`delete from availability where person = ${person} and date = any (${dates}::date[])`.execute(ctx.db)
      : await sql`
          insert into availability (person, date, start, "end", available)
          select ${person}, date, start, "end", ${available}
          from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (date date, start timestamptz, "end" timestamptz)
          order by date
          on conflict (site_id, person, date) do update
            set available = excluded.available, start = excluded.start, "end" = excluded."end", updated_at = clock_timestamp()
            where (availability.available, availability.start, availability."end") is distinct from (excluded.available, excluded.start, excluded."end")`.execute(
          ctx.db,
        )
  const count = Number(result.numAffectedRows ?? 0)
  if (count)
    await audit(ctx, {
      action: available === null ? 'availability.unset' : 'availability.set',
      subject: 'people',
      subject_id: person,
      details: { from: dates[0], to: dates.at(-1), days: dates.length, available },
    })
  return { days: count, rostered: available === 0 ? await listRostered(ctx, { person, dates }) : [] }
}
