import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { ShiftAnswer } from '#server/shifts/answer-states/contract.ts'

/** Returns what a person has said about their published shifts at an event, by shift; empty where the site asks nobody. */
export async function getOwnAnswers(
  db: SiteDb,
  { person, event }: { person: number; event: number },
): Promise<Record<number, ShiftAnswer>> {
  const { rows } = await sql<{ id: number; answer: ShiftAnswer }>`
    select s.id, s.answer from shifts s join sites t on t.id = s.site_id and t.ask_answers
    where s.event = ${event} and s.person = ${person} and s.answer is not null order by s.id`.execute(db)
  return Object.fromEntries(rows.map(({ id, answer }) => [id, answer]))
}
