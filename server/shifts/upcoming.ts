import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'
import { mayAnswer, ownAnswerSql } from '#server/shift-facts/answer-states/shown.ts'
import { isLiveSql, isOffSql } from '#server/shift-facts/event-sql.ts'
import { outsideSql, personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { unfitAt } from '#server/suitability/missing/queries.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'

/** Instants are UTC. */
export type OwnShift = {
  id: number
  event: number
  event_name: string
  start: Date
  end: Date
  role: string | null
  assignment: string | null
  location: string | null
  address: string | null
  crew: string[]
  called_off: boolean
  /** The person has signed in, or it has begun by their times. */
  began: boolean
  outside: boolean
  /** Where the site asks no one, `confirmed` until the person says otherwise. */
  answer: ShiftAnswer | null
  /** Can be answered or changed: not begun, and its event neither called off nor archived. */
  may_answer: boolean
  nudged: boolean
  /** What the person misses for it; null for nothing. */
  unfit: Unfit | null
}

const [ownStart, ownEnd] = [sql.raw(personStartSql('s')), sql.raw(personEndSql('s'))]

/**
 * Lists the person's published shifts that have not ended, by start. `crew` names up to six others on the event at the
 * same time.
 */
export async function listUpcomingShifts(
  db: SiteDb,
  { person, now, limit = 50 }: { person: number; now: Date; limit?: number },
): Promise<OwnShift[]> {
  const { rows } = await sql<OwnShift>`
    select s.id, s.event, e.name as event_name, ${ownStart} as start, ${ownEnd} as "end", r.name as role, a.name as assignment,
      coalesce(l.name, el.name) as location, coalesce(l.address, el.address) as address,
      coalesce((
        select json_agg(c.name order by c.name collate core.reading_order) from (
          select distinct p.name from shifts o join people p on p.site_id = o.site_id and p.id = o.person
          where o.site_id = s.site_id and o.event = s.event and o.draft is not null and o.person <> s.person
            and ${sql.raw(personStartSql('o'))} < ${ownEnd} and ${sql.raw(personEndSql('o'))} > ${ownStart} limit 6) c), '[]') as crew,
      ${sql.raw(isOffSql('e'))} as called_off, s.actual_start is not null or ${ownStart} <= ${now} as began, ${sql.raw(outsideSql('s', 'e'))} as outside, ${sql.raw(ownAnswerSql('s', 't.ask_answers'))} as answer, ${mayAnswer('s', now, isLiveSql('e'))} as may_answer, s.nudged,
      ${unfitAt('s', now)} as unfit
    from shift_facts s
    join sites t on t.id = s.site_id
    join events e on e.site_id = s.site_id and e.id = s.event
    left join roles r on r.site_id = s.site_id and r.id = s.role
    left join assignments a on a.site_id = s.site_id and a.id = s.assignment
    left join locations l on l.site_id = s.site_id and l.id = s.location
    left join locations el on el.site_id = e.site_id and el.id = e.location
    where s.person = ${person} and s.draft is not null and ${ownEnd} > ${now} and s.actual_end is null
    order by ${ownStart}, s.id limit ${limit}`.execute(db)
  return rows
}
