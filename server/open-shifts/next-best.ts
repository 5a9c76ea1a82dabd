import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { isOpenSql } from '#server/shift-facts/event-sql.ts'
import { judge } from '#server/suitability/queries.ts'

const MAX_INSTEAD = 3
const LOOKED_AT = 30

/** Lists alternatives by start, for a person whose answer came too late. */
export async function listNextBest({ db, site, clock }: Ctx, person: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from shifts s join events e on e.site_id = s.site_id and e.id = s.event
    where ${sql.raw(isOpenSql({ shift: 's', event: 'e' }))} and s.start > ${clock.now()}
    order by s.start, s.id limit ${LOOKED_AT}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const judged = await judge(db, site, { shifts: ids, people: [person], now: clock.now(), mustBeOpen: true })
  return ids.filter((id) => judged.get(id)?.[0]?.obstacles.length === 0).slice(0, MAX_INSTEAD)
}
