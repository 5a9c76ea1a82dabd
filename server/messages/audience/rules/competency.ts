import { sql } from 'kysely'
import type { Audience } from '#server/messages/audience/contract.ts'
import { type Rule, referencesTo } from '#server/messages/audience/rule.ts'
import { currentSql, expiresSql } from '#server/records/current.ts'

/** Builds SQL that is true for people with a current record, on a day, of one of the competencies. */
const holds = (competencies: readonly number[], day: string, more = sql``) =>
  sql<boolean>`p.id in (select r.person from records r, (values (${day}::date)) v (day)
    where r.competency = any (${competencies}::bigint[]) and ${sql.raw(currentSql('r', 'v.day'))} ${more})`

/** Holds one of these competencies today. */
export const competencies: Rule = {
  keys: ['competencies'],
  label: 'Competency',
  sql: ({ competencies }, { today }) => (competencies ? holds(competencies, today) : null),
  references: ({ competencies }) => referencesTo('competencies', competencies),
}

/** Holds one on a day, lacks them all on a day, or holds one today that expires soon. */
export const competency: Rule = {
  keys: ['competency'],
  label: 'Competency on a day',
  sql: ({ competency }, { today }) => (competency ? stateSql(competency, today) : null),
  references: ({ competency }) => referencesTo('competencies', competency?.competencies),
}

function stateSql({ competencies, state, on, within_days }: NonNullable<Audience['competency']>, today: string) {
  if (state === 'holds') return holds(competencies, on ?? today)
  if (state === 'lacks') return sql<boolean>`not ${holds(competencies, on ?? today)}`
  return holds(competencies, today, sql`and ${sql.raw(expiresSql('r'))} <= v.day + ${within_days ?? 0}::integer`)
}
