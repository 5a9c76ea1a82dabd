import { type Kysely, sql } from 'kysely'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { ActingOperator } from '#server/operators/acts.ts'
import { type ActLine, SITES_PAGE_SIZE, type SiteLine, type SitesQuery } from '#server/operators/contract.ts'
import { newSite } from './contract.ts'
import { createSite, resumeSite, type SiteState, suspendSite } from './sites.ts'

/** The commands of the operators' console across sites: those of the command line, under an operator's name. */
export type Console = {
  sites(query: SitesQuery): Promise<{ count: number; sites: SiteLine[] }>
  /**
   * Lists the latest hundred acts of operators and the latest hundred refused sign-ins, newest first: guesses hide no act.
   */
  acts(): Promise<ActLine[]>
  /** @throws DomainError 'invalid' under the fields. */
  create(by: ActingOperator, input: Record<string, unknown>): Promise<{ id: number; slug: string; admin_email: string }>
  /** @throws DomainError 'not_found' when it is not active. */
  suspend(by: ActingOperator, slug: string): Promise<SiteState>
  /** @throws DomainError 'not_found' when it is not suspended. */
  resume(by: ActingOperator, slug: string): Promise<SiteState>
}

/** @param changed receives the slug of each changed site. */
export function createConsole(pool: Pool, clock: Clock, onChanged: (slug: string) => void): Console {
  const read = <T>(work: (db: Kysely<DB>) => Promise<T>) => inTransaction<DB, T>(pool, 'read', {}, work)
  const parts = (by: ActingOperator) => ({ pool, now: clock.now(), by })
  const notifyChanged = <T extends { slug: string }>(site: T) => {
    onChanged(site.slug)
    return site
  }
  return {
    sites: (query) => read((db) => readSites(db, query)),
    acts: () => read(readActs),
    create: async (by, input) => {
      const parsed = newSite.safeParse(input)
      if (!parsed.success) {
        const issues: Record<string, string[]> = {}
        for (const { path, message } of parsed.error.issues) issues[String(path[0])] ??= [message]
        throw invalid(issues)
      }
      return { ...notifyChanged(await createSite(parts(by), parsed.data)), admin_email: parsed.data.admin_email }
    },
    suspend: async (by, slug) => notifyChanged(await suspendSite(parts(by), slug)),
    resume: async (by, slug) => notifyChanged(await resumeSite(parts(by), slug)),
  }
}

const likePattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Reads one page by name. People and the last line of the log are only looked up for its sites. */
async function readSites(db: Kysely<DB>, { search, status, page }: SitesQuery) {
  const matching = sql`from core.sites s where (${search} = '' or core.folded(s.name) like (select core.folded(${likePattern(search)})) or s.slug like ${likePattern(search)})
    and (${status}::text is null or s.status = ${status})`
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${matching}`.execute(db)
  const { rows } = await sql<SiteLine>`
    select s.id, s.slug, s.name, s.status, s.timezone, ${iso('s.created_at')} as created_at,
      (select count(*) from core.people p where p.site_id = s.id and p.erased_at is null) as people,
      (select ${iso('a.at')} from core.audit a where a.site_id = s.id order by a.at desc, a.id desc limit 1) as last_activity
    from (select s.* ${matching} order by lower(s.name), s.id limit ${SITES_PAGE_SIZE} offset ${(page - 1) * SITES_PAGE_SIZE}) s
    order by lower(s.name), s.id`.execute(db)
  return { count: counted[0]?.n ?? 0, sites: rows }
}

async function readActs(db: Kysely<DB>): Promise<ActLine[]> {
  const { rows } = await sql<ActLine>`
    select t.id, ${iso('t.at')} as at, a.email as operator, t.action, s.slug as site, t.ip,
      case when t.action = 'operator.refused' then t.details end as refusal
    from ((select * from platform.operator_acts where action <> 'operator.refused' order by at desc, id desc limit 100)
      union all (select * from platform.operator_acts where action = 'operator.refused' order by at desc, id desc limit 100)) t
    left join identity.accounts a on a.id = t.account_id left join core.sites s on s.id = t.site
    order by t.at desc, t.id desc`.execute(db)
  return rows
}

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
