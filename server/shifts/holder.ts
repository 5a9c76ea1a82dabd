import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'

type Given = {
  shift: number
  person: number
  modified_start?: Date | string | null
  modified_end?: Date | string | null
}

/**
 * Assigns locked shifts to people who have said that they come, and confirms them. Callers check permission first and
 * call `tellByAct`.
 * @param via a link acts for its person and records no other giver of the answer.
 */
export async function giveShifts(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  given: readonly Given[],
  via: 'screen' | 'link' = 'screen',
): Promise<void> {
  const now = clock.now()
  await sql`
    with given as (
      update shifts s set person = g.person, modified_start = g.modified_start, modified_end = g.modified_end, assigned_at = ${now},
        sequence = s.sequence + 1, updated_at = clock_timestamp()
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (shift bigint, person bigint, modified_start timestamptz, modified_end timestamptz)
      where s.id = g.shift returning s.id, s.person)
    insert into answers (shift, person, answer, given_by, via, at)
    select id, person, 'confirmed', case ${via} when 'screen' then person end, ${via}, ${now} from given`.execute(db)
}

export const freeShifts = ({ db }: Pick<Ctx, 'db'>, shifts: readonly number[]): Promise<unknown> =>
  sql`update shifts set person = null, modified_start = null, modified_end = null, assigned_at = null, sequence = sequence + 1,
    updated_at = clock_timestamp() where id = any (${[...shifts]}::bigint[])`.execute(db)
