import { sql } from 'kysely'
import { isLiveSql } from './event-sql.ts'

const PUBLISHED = sql`s.id = (d.facts ->> 'shift_id')::bigint and s.draft is not null`
const COULD_NOT_COME = sql`s.person = (d.facts ->> 'missing')::bigint`

/** SQL: whether the shift of notice `d` still needs someone. */
export const IS_GAP = sql`exists (select from shift_facts s join events e on e.id = s.event and ${sql.raw(isLiveSql('e'))}
  where ${PUBLISHED} and (s.person is null or ${COULD_NOT_COME} and s.answer = 'seeking_cover'))`

/** SQL: whether the person reported missing by notice `d` comes after all. */
export const COMES = sql`exists (select from shift_facts s join events e on e.id = s.event and ${sql.raw(isLiveSql('e'))}
  where ${PUBLISHED} and ${COULD_NOT_COME} and s.answer is distinct from 'asked' and s.answer is distinct from 'seeking_cover')`
