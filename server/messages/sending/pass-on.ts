import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { ofMessage } from './store.ts'

/**
 * Passes the shared message of one address to the next person when its recipient dropped out before sending.
 * @returns how many turns passed on.
 */
export async function passTurnsOn(db: SiteDb, id: number, kind: 'email' | 'sms', now: Date): Promise<number> {
  const address = kind === 'email' ? sql.ref('p.email') : sql.ref('p.phone')
  const { rows } = await sql`
    with left_out as (
      select d.id, d.person, p.name, ${address} as address from deliveries d join people p on p.id = d.person
      where ${ofMessage(id)} and d.state = 'skipped' and d.reason = 'duplicate' and ${address} <> ''
        and not exists (select from deliveries o where o.kind = d.kind and o.kind like 'bulk:%' and o.shift is null
          and o.state not in ('skipped', 'cancelled') and o.facts ->> 'address' = ${address})),
    next as (
      select distinct on (address) id, array_agg(name) over (partition by address order by person rows between current row and unbounded following) as names
      from left_out order by address, person)
    update deliveries d set state = 'queued', reason = null, due_at = ${now}, updated_at = clock_timestamp(),
      facts = case when cardinality(n.names) > 1 then d.facts || jsonb_build_object('names', n.names) else d.facts end
    from next n where d.id = n.id returning d.id`.execute(db)
  return rows.length
}
