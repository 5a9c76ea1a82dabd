import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { eventNameSql, isLiveSql } from '#server/shift-facts/event-sql.ts'
import type { CoverState } from './contract.ts'
import { UNREACHED } from './reach-sql.ts'
import { MOVED } from './store.ts'
import { whyColumns } from './why/queries.ts'
import type { Why } from './why/rules.ts'

const MAX_OWN = 20

/** Facts of a shift for its person or an invitee. Instants are ISO. */
type CoverShift = {
  shift: number
  event: number
  event_name: string
  start: string
  end: string
  assignment: string | null
  role: string | null
  location: string | null
}

/** What a request to cover says of why the reader is asked. */
export type CoverQuestion = Why & {
  /** The person who cannot come; null for an open shift. */
  instead_of: string | null
  asked: number
}

export type OwnAsk = CoverShift &
  CoverQuestion & {
    id: number
    /** End of an exclusive offer to the reader as first waiting person; else null. */
    exclusive_until: string | null
  }

/** The person's own shift that seeks cover, and its search; `state` is null without one. */
export type OwnSearch = CoverShift & {
  state: CoverState | null
  asked: number
  declined: number
  unreached: number
  /** When the next group is asked; null if none will be. */
  next_rung_at: string | null
}

/**
 * SQL: whether a search is running.
 * @param shift alias of its row.
 */
export const runningSearch = (shift: string): string =>
  `exists (select from covers c where c.site_id = ${shift}.site_id and c.shift = ${shift}.id and c.state in ('searching', 'paused', 'exhausted'))`

type Args = { person: number; now: Date }

/** SQL: a person's unanswered requests to cover, soonest shift first. */
export const ownAsks = ({ person, now }: Args) => sql<OwnAsk>`
  select a.id, s.id as shift, s.event, ${sql.raw(eventNameSql('e.name'))} as event_name, g.name as assignment, r.name as role,
    coalesce(l.name, el.name) as location, ${instantText('s.start')} as start, ${instantText('s."end"')} as "end", nullif(h.name, '') as instead_of,
    (select count(*)::int from coverasks o where o.site_id = a.site_id and o.cover = c.id) as asked,
    ${whyColumns(now)},
    case when a.alone_until > ${now} then ${instantText('a.alone_until')} end as exclusive_until
  from coverasks a
  join covers c on c.site_id = a.site_id and c.id = a.cover and c.state in ('searching', 'paused', 'exhausted')
  join shifts s on s.site_id = c.site_id and s.id = c.shift and s.draft is not null and s.actual_start is null and s.start > ${now}
  join events e on e.site_id = s.site_id and e.id = s.event and ${sql.raw(isLiveSql('e'))}
  left join assignments g on g.site_id = s.site_id and g.id = s.assignment
  left join roles r on r.site_id = s.site_id and r.id = s.role
  left join locations l on l.site_id = s.site_id and l.id = s.location
  left join locations el on el.site_id = e.site_id and el.id = e.location
  left join people h on h.site_id = c.site_id and h.id = c.person
  where a.person = ${person} and a.answer is null and not ${sql.raw(MOVED)}
  order by s.start, a.id limit ${MAX_OWN}`

/** Lists a person's shifts that seek cover, with numbers asked, soonest first. */
export async function listOwnSearches(db: SiteDb, { person, now }: Args): Promise<OwnSearch[]> {
  const { rows } = await sql<OwnSearch>`
  select s.id as shift, s.event, s.event_label as event_name, s.assignment_name as assignment, s.role_name as role,
    s.location_name as location, ${instantText('s.person_start')} as start, ${instantText('s.person_end')} as "end", c.state,
    ${instantText('c.next_rung_at')} as next_rung_at, k.asked, k.declined, k.unreached
  from shift_facts s
  left join covers c on c.site_id = s.site_id and c.shift = s.id and c.state in ('searching', 'paused', 'exhausted')
  cross join lateral (
    select count(*)::int as asked, (count(*) filter (where o.answer = 'no'))::int as declined, ${sql.raw(UNREACHED)} as unreached
    from coverasks o where o.site_id = s.site_id and o.cover = c.id) k
  where s.person = ${person} and s.answer = 'seeking_cover' and s.is_published and not s.has_begun and s.is_live and s.start > ${now}
  order by s.start, s.id limit ${MAX_OWN}`.execute(db)
  return rows
}

/** SQL: requests to cover that wait for the person's answer. */
export const coverQuestions = ({ clock }: Ctx, person: number): RawBuilder<unknown> => sql`
  select q.id, coalesce(q.exclusive_until, q.start)::timestamptz as at, q.event, q.event_name, q.start::timestamptz as start, q."end"::timestamptz as "end",
    q.assignment, q.role, q.location, to_json(q) as facts
  from (${ownAsks({ person, now: clock.now() })}) q`
