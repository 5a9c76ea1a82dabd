import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '#server/engine/access/actor.ts'
import { areaOf, listedCollections } from '#server/engine/access/areas.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { readsArea } from '#server/engine/access/permission.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { eventNameSql } from '#server/shift-facts/event-sql.ts'
import { areaPrefixes } from './areas-contract.ts'
import type { AuditLine, AuditPage, AuditQuery } from './contract.ts'
import { lineLabel } from './labels.ts'

const NAME_COLUMNS = {
  events: 'name',
  series: 'name',
  eventtypes: 'name',
  assignments: 'name',
  roles: 'name',
  locations: 'name',
  equipment: 'name',
  training: 'name',
  competencies: 'name',
  profilefields: 'display_name',
  news: 'title',
  kiosks: 'name',
  apikeys: 'name',
  savedviews: 'name',
} as const

const ownName = sql.join(
  Object.entries(NAME_COLUMNS).map(
    ([table, column]) =>
      sql`when ${sql.lit(table)} then (select n.${sql.ref(column)} from ${sql.table(table)} n where n.site_id = a.site_id and n.id = a.subject_id)`,
  ),
  sql` `,
)

const NAMED_BY_PERSON = ['requests', 'records', 'availability']

const personName = sql.join(
  NAMED_BY_PERSON.map(
    (table) =>
      sql`when ${sql.lit(table)} then (select coalesce(nullif(o.name, ''), o.email) from ${sql.table(table)} n
        join people o on o.site_id = n.site_id and o.id = n.person where n.site_id = a.site_id and n.id = a.subject_id)`,
  ),
  sql` `,
)

/** Looks up names by key for the lines of one page only. */
const subjectName = sql`case a.subject when 'people' then coalesce(nullif(s.name, ''), s.email)
  ${ownName} ${personName}
  when 'shifts' then (select ${sql.raw(eventNameSql('e.name'))} from shifts n
    join events e on e.site_id = n.site_id and e.id = n.event where n.site_id = a.site_id and n.id = a.subject_id)
  end`

/** Restricts an API key to lines of its areas. Lines about no collection belong to the organisation. */
function readableBy(actor: Actor): RawBuilder<SqlBool> {
  if (actor.kind !== 'key') return sql`true`
  const listed = listedCollections()
  const readable = listed.filter((subject) => readsArea(actor, areaOf(subject)))
  return sql`(a.subject = any (${readable}::text[]) or (${readsArea(actor, 'organisation')} and a.subject <> all (${listed}::text[])))`
}

/** Removes names from areas that an API key may not read. */
function redactLine(actor: Actor, line: AuditLine): AuditLine {
  if (actor.kind !== 'key') return line
  const names = readsArea(actor, 'people')
  const subject =
    line.subject === 'shifts' ? readsArea(actor, 'events') : names || !NAMED_BY_PERSON.includes(line.subject)
  return {
    ...line,
    person_name: names ? line.person_name : null,
    impersonator_name: names ? line.impersonator_name : null,
    subject_name: subject ? line.subject_name : null,
  }
}

/**
 * Lists a page of the audit log, newest first, as far as `actor` may read it. A person's lines are those by them, in
 * their name and about them. Skips old lines about opening a request. An unknown person or area has no lines.
 */
export async function listAudit(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  { person, event, before, limit }: AuditQuery,
): Promise<AuditPage> {
  const prefixes = event === undefined ? null : areaPrefixes(event)
  const { rows } = await sql<Omit<AuditLine, 'label'>>`
    with page as materialized (
      select * from audit a
      where (${before ?? null}::bigint is null or a.id < ${before ?? null})
        and (${prefixes}::text[] is null or split_part(a.action, '.', 1) = any (${prefixes}::text[]))
        and not (a.action = 'requests.update' and a.details - 'new' = '{}')
        and ${readableBy(actor)}
        and (${person ?? null}::bigint is null or a.person = ${person ?? null} or a.impersonator = ${person ?? null}
          or a.subject = 'people' and a.subject_id = ${person ?? null})
      order by a.id desc limit ${limit + 1})
    select a.id, ${instantText('a.at')} as at, a.action, a.actor, a.person, coalesce(nullif(p.name, ''), p.email) as person_name, a.impersonator,
      coalesce(nullif(i.name, ''), i.email) as impersonator_name,
      case when a.actor ~ '^operator:[0-9]{1,15}$' then core.operator_name(substr(a.actor, 10)::bigint) end as operator_name, a.subject, a.subject_id, nullif(${subjectName}, '') as subject_name, a.details
    from page a
    left join people p on p.site_id = a.site_id and p.id = a.person
    left join people i on i.site_id = a.site_id and i.id = a.impersonator
    left join people s on s.site_id = a.site_id and a.subject = 'people' and s.id = a.subject_id
    order by a.id desc`.execute(db)
  const lines = rows.slice(0, limit).map((line) => redactLine(actor, { ...line, label: lineLabel(line) }))
  return { lines, next: rows.length > limit ? (lines.at(-1)?.id ?? null) : null }
}

export const findPerson = async (db: SiteDb, id: number): Promise<{ id: number; name: string } | null> =>
  (await db.selectFrom('people').select(['id', 'name']).where('id', '=', id).executeTakeFirst()) ?? null
