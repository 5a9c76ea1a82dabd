import { sql } from 'kysely'
import { runningSearch } from '#server/cover/own.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { mayAnswer, ownAnswerSql } from '#server/shift-facts/answer-states/shown.ts'
import { unfitAt } from '#server/suitability/missing/queries.ts'
import type { OwnStanding } from './contract.ts'

type Which = { person: number; now: Date } & ({ event: number } | { shifts: readonly number[] })

/** Returns a person's answers by shift: for the published shifts of an event, or for some shifts. */
export async function getOwnAnswers(
  db: SiteDb,
  { person, now, ...which }: Which,
): Promise<Record<number, OwnStanding>> {
  const { rows } = await sql<OwnStanding & { id: number }>`
    select s.id, ${sql.raw(ownAnswerSql('s', 't.ask_answers'))} as answer, s.nudged, ${sql.raw(runningSearch('s'))} as sought,
      ${mayAnswer('s', now)} as may_answer, ${unfitAt('s', now)} as unfit
    from shift_facts s join sites t on t.id = s.site_id
    where ${'event' in which ? sql`s.event = ${which.event}` : sql`s.id = any (${which.shifts}::bigint[])`}
      and s.person = ${person} and s.answer is not null order by s.id`.execute(db)
  return Object.fromEntries(rows.map(({ id, ...standing }) => [id, standing]))
}
