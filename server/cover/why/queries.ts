import { type RawBuilder, sql } from 'kysely'
import { wallClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { formatsOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { missingSql, neededSql } from '#server/suitability/missing/queries.ts'
import { takesTimeSql } from '#server/suitability/takes-time.ts'
import { type Why, whyLines } from './rules.ts'

/**
 * SQL: the columns of `Why` for a request to cover. Excludes unpublished shifts: members must not learn of them.
 * Aliases: `a` for the request, `s` for the shift.
 */
export const whyColumns = (now: Date): RawBuilder<unknown> => sql`
  coalesce((select json_agg(k.name order by k.name collate core.reading_order) from competencies k where k.id = any (${sql.raw(neededSql('s'))})
    and k.id not in (select m.id from (${sql.raw(missingSql('s', 'a.person'))}) m)), '[]') as competencies,
  not exists (select from shifts o join events oe on oe.site_id = o.site_id and oe.id = o.event and ${takesTimeSql('oe', now)}
    where o.site_id = s.site_id and o.person = a.person and o.draft is not null and o.id <> s.id
    and ${sql.raw(personStartSql('o'))} < s."end" and ${sql.raw(personEndSql('o'))} > s.start and o.start > s.start - interval '60 days') as free,
  (select ${instantText('max(o.asked_at)')} from coverasks o where o.site_id = a.site_id and o.person = a.person and o.cover <> a.cover and o.asked_at <= a.asked_at) as last_asked`

/** Why each is asked, in the formats of the person asked. */
export async function readWhy(
  { db, site, clock }: Pick<Ctx, 'db' | 'site' | 'clock'>,
  asks: readonly number[],
): Promise<Map<number, string[]>> {
  const { rows } = await sql<Why & { id: number; settings: unknown }>`
    select a.id, p.settings, ${whyColumns(clock.now())} from coverasks a join people p on p.site_id = a.site_id and p.id = a.person join covers c on c.id = a.cover join shifts s on s.id = c.shift where a.id = any (${[...asks]}::bigint[])`.execute(
    db,
  )
  const dayIn = (settings: unknown) => (instant: string) =>
    wallClock(instant, site.timezone, formatsOf(settings).dateFormat)
  return new Map(rows.map((row) => [row.id, whyLines(row, dayIn(row.settings))]))
}
