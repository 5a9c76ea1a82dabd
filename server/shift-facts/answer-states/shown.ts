import { sql } from 'kysely'
import type { ShiftAnswer } from './contract.ts'

/**
 * SQL: the answer as coordinators see it, or null. Where the site asks no one, only given answers.
 * @param shift the alias of its row in `shift_facts`.
 */
export const givenAnswerSql = (shift: string): string =>
  `case when ${shift}.answer <> 'asked' or (select t.ask_answers from sites t where t.id = ${shift}.site_id) then ${shift}.answer end`

/**
 * SQL: the answer as the person sees it. Where the site asks no one, `confirmed` until they say otherwise.
 * @param shift the alias of its row in `shift_facts`. @param asks whether the site asks, as SQL.
 */
export const ownAnswerSql = (shift: string, asks: string): string =>
  `case when ${shift}.answer = 'asked' and not ${asks} then 'confirmed' else ${shift}.answer end`

/**
 * SQL: the shift as it was when last answered, if it has changed so that the person is asked again; else null.
 * @param shift the alias of its row in `shift_facts`.
 */
export const beforeSql = (shift: string): string =>
  `(select json_build_object('start', (was ->> 'start')::timestamptz, 'end', (was ->> 'end')::timestamptz,
      'location', (select b.name from locations b where b.site_id = ${shift}.site_id and b.id = (was ->> 'location')::bigint))
    from (select ${shift}.answered_before as was) w where was is not null)`

/** `ownAnswerSql` for an answer already read. @param asks whether the site asks. */
export const ownAnswer = (answer: ShiftAnswer | null, asks: boolean): ShiftAnswer | null =>
  answer === 'asked' && !asks ? 'confirmed' : answer

/**
 * SQL: whether a published shift can be answered: not begun by its person, and its event neither called off nor
 * archived.
 * @param shift the alias of its row in `shift_facts`. @param live whether its event is live, where that is joined anyway.
 */
export const mayAnswer = (shift: string, now: Date, live = `${shift}.is_live`) =>
  sql<boolean>`(${sql.raw(`not ${shift}.has_begun and ${live} and ${shift}.person_start`)} > ${now})`
