import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { Swap } from './contract.ts'

/** `who` started it. `gives` is what the person would give for the shift, null for nothing. Instants are ISO. */
export type SwapQuestion = Pick<Swap, 'kind' | 'together' | 'comments'> & {
  who: string
  gives: { event_name: string; start: string; assignment: string | null; role: string | null } | null
  people: number
}

/** SQL: swaps that wait for the person's answer, with the shift they would get; an offer by their own. */
export const swapQuestions = (_: Ctx, person: number): RawBuilder<unknown> => sql`
  select w.id, c.ends_at as at, s.event, s.event_label as event_name, s.start, s."end", s.assignment_name as assignment, s.role_name as role, s.location_name as location,
    json_build_object('kind', w.kind, 'together', c.id, 'comments', w.comments, 'who', o.name, 'people', (select count(*) from swap_parts q where q.site_id = c.site_id and q.circle = c.id),
      'gives', case when p.gives <> s.id then (select json_build_object('event_name', g.event_label, 'start', ${instantText('g.person_start')}, 'assignment', g.assignment_name, 'role', g.role_name)
        from shift_facts g where g.site_id = c.site_id and g.id = p.gives) end) as facts
  from swap_parts p join swap_circles c on c.site_id = p.site_id and c.id = p.circle and c.state = 'proposed' and c.agreed_at is null
  join swaps w on w.site_id = c.site_id and w.circle = c.id and w.state = 'proposed' and (w.person = p.person or w.kind <> 'offer')
  join people o on o.site_id = w.site_id and o.id = w.person
  join shift_facts s on s.site_id = p.site_id and s.id = coalesce(p.gets, p.gives) and s.is_published
  where p.person = ${person} and p.accepted is null`
