import { sql } from 'kysely'

const PUBLISHED = sql`s.id = (d.facts ->> 'shift_id')::bigint and s.is_published`
const COULD_NOT_COME = sql`s.person = (d.facts ->> 'missing')::bigint`

/** SQL: whether the shift of notice `d` still needs someone. */
export const IS_GAP = sql`exists (select from shift_facts s where s.is_live and ${PUBLISHED} and (s.person is null or ${COULD_NOT_COME} and s.answer = 'seeking_cover'))`

/** SQL: whether the person reported missing by notice `d` comes after all. */
export const COMES = sql`exists (select from shift_facts s where s.is_live and ${PUBLISHED} and ${COULD_NOT_COME} and s.answer is distinct from 'asked' and s.answer is distinct from 'seeking_cover')`
