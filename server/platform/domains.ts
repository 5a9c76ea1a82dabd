import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Config } from '#server/engine/kernel/config.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { domainProblem, plainDomain } from '#server/engine/kernel/domain-name.pure.ts'
import { DomainError, invalid } from '#server/engine/kernel/errors.ts'
import type { Failures } from '#server/engine/kernel/failures.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { type ActingOperator, recordAct } from '#server/operators/acts.ts'
import type { OwnDomain } from '#server/operators/contract.ts'
import { auditSite } from './audit-site.ts'
import { checkDns, type DnsVerdict, NO_ANSWER, provingName } from './dns-check.ts'
import { findSite } from './sites.ts'

/** Enough for a name with and without "www", and for a change from one to another. */
export const MAX_DOMAINS = 5

export type DomainSettings = {
  baseDomain: string
  /** IP addresses of DNS servers; none: those of the machine. */
  dnsServers: readonly string[]
}

export const domainSettings = ({ BASE_DOMAIN, DNS_SERVERS }: Pick<Config, 'BASE_DOMAIN' | 'DNS_SERVERS'>) => ({
  baseDomain: BASE_DOMAIN,
  dnsServers: DNS_SERVERS,
})

const newToken = () => randomBytes(20).toString('hex')

/** `by` is the operator at the console; the command line has none. */
type Parts = DomainSettings & { pool: Pool; now: Date; by?: ActingOperator | undefined }

type Wish = { slug: string; name: string }

const write = <T>(pool: Pool, work: (db: Kysely<DB>) => Promise<T>) => inTransaction<DB, T>(pool, 'write', {}, work)
const read = <T>(pool: Pool, work: (db: Kysely<DB>) => Promise<T>) => inTransaction<DB, T>(pool, 'read', {}, work)

/** Lists a site's own domains, with the records that prove them. @throws DomainError 'not_found'. */
export const listDomains = ({ pool, baseDomain }: Pick<Parts, 'pool' | 'baseDomain'>, slug: string) =>
  read(pool, async (db) => readDomains(db, (await findSite(db, slug)).id, baseDomain))

type Row = { name: string; token: string; proved_at: Date | null; checked_at: Date | null; problem: string | null }

/** Reads the own domains of a site, in the order in which they were added. */
export async function readDomains(db: Kysely<DB>, site: number, baseDomain: string): Promise<OwnDomain[]> {
  const { rows } = await sql<Row & { slug: string; own_domain: string | null }>`
    select d.name, d.token, d.proved_at, d.checked_at, d.problem, s.slug, s.own_domain
    from platform.domains d join core.sites s on s.id = d.site where d.site = ${site} order by d.added_at, d.token`.execute(
    db,
  )
  return rows.map(({ name, token, proved_at, checked_at, problem, slug, own_domain }) => ({
    name,
    problem,
    proved_at: proved_at?.toISOString() ?? null,
    checked_at: checked_at?.toISOString() ?? null,
    in_links: name === own_domain,
    records: [
      { name: provingName(name), type: 'TXT', value: token },
      { name, type: 'CNAME', value: `${slug}.${baseDomain}` },
    ],
  }))
}

async function domainOf(db: Kysely<DB>, site: number, { baseDomain, name }: { baseDomain: string; name: string }) {
  return (await readDomains(db, site, baseDomain)).find((domain) => domain.name === name)!
}

/** Gives links and redirects the domain that was proved last, and makes all processes look again at the name. */
async function settle(db: Kysely<DB>, site: number, name: string): Promise<void> {
  await sql`
    update core.sites set own_domain = (
      select d.name from platform.domains d where d.site = ${site} and d.proved_at is not null order by d.proved_at desc, d.token limit 1)
    where id = ${site}`.execute(db)
  await sql`select pg_notify('sites', ${name})`.execute(db)
}

/** Ends all sessions of a site: browsers still send their cookies to a domain that ended, and its next owner could read them. */
const endSessions = (db: Kysely<DB>, { now }: Pick<Parts, 'now'>, site: number) =>
  sql`update core.sessions set revoked_at = ${now}, entry_hash = null, entry_until = null where site_id = ${site} and revoked_at is null`.execute(
    db,
  )

const log = async (db: Kysely<DB>, { now, by }: Parts, site: number, details: { domain: string; change: string }) => {
  await auditSite(db, {
    ...{ site, at: now, action: 'site.domain', subject: 'sites', subject_id: site },
    details: { ...details, ...(by && { by: 'operator' }) },
  })
  if (by) await recordAct(db, { ...by, at: now, action: 'site.domain', site })
}

/** Locks the site, so that its domains are counted and settled one by one. */
async function lockSite(db: Kysely<DB>, slug: string): Promise<number> {
  const row = await db
    .selectFrom('sites')
    .select('id')
    .where('slug', '=', slug)
    .where('status', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new DomainError('not_found', `No site has the name "${slug}".`)
  return row.id
}

/**
 * Adds a name to a site. Nothing leads there before `checkDomain` has proved it.
 * @returns the domain with the two records that its owner adds to the DNS.
 * @throws DomainError 'invalid' at `name` for a name that cannot be a club's or is another site's; 'not_found' for the
 * site; 'conflict' when it has the most already.
 */
export async function addDomain(parts: Parts, { slug, name: written }: Wish): Promise<OwnDomain> {
  const { pool, now, baseDomain } = parts
  const name = plainDomain(written)
  const problem = domainProblem(name, baseDomain)
  if (problem) throw invalid({ name: [problem] })
  return write(pool, async (db) => {
    const site = await lockSite(db, slug)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from platform.domains where site = ${site}`.execute(db)
    if (rows[0]!.n >= MAX_DOMAINS)
      throw new DomainError('conflict', `A site has at most ${MAX_DOMAINS} own domains. Remove one first.`)
    const { numAffectedRows } = await sql`
      insert into platform.domains (name, site, token, added_at) values (${name}, ${site}, ${newToken()}, ${now})
      on conflict do nothing`.execute(db)
    if (!numAffectedRows) throw invalid({ name: ['A site has this name already.'] })
    await log(db, parts, site, { domain: name, change: 'added' })
    return domainOf(db, site, { baseDomain, name })
  })
}

/**
 * Asks the DNS about a site's domain. Once proved, it leads to the site, links name it and pages redirect to it; where
 * the DNS says otherwise later, that ends, with all sessions of the site, and a new token has to prove it. A DNS that does
 * not answer proves and ends nothing.
 * @returns the domain; its `problem` says what is missing.
 * @throws DomainError 'not_found'.
 */
export async function checkDomain(parts: Parts, { slug, name: written }: Wish): Promise<OwnDomain> {
  const { pool, baseDomain, dnsServers } = parts
  const name = plainDomain(written)
  const { site, token } = await read(pool, async (db) => readToken(db, slug, name))
  const verdict = await checkDns({ name, token, host: `${slug}.${baseDomain}`, baseDomain }, dnsServers)
  return write(pool, async (db) => {
    if ((await lockSite(db, slug)) !== site) throw noDomain(slug, name)
    await store(db, parts, { site, slug, name, token, verdict })
    return domainOf(db, site, { baseDomain, name })
  })
}

/** Between two checks of a domain by the processes: a fault of the DNS that passes ends nothing. */
const APART_MS = 30 * 60_000

/** How long the DNS of a proved domain may give no answer. */
const SILENT_MS = 7 * 86_400_000

/**
 * @param patient true ends a domain only when something was wrong half an hour ago or earlier too, and also one whose DNS has
 * been silent for seven days.
 * @returns whether the domain ended.
 */
async function store(
  db: Kysely<DB>,
  parts: Parts,
  { site, slug, name, token, verdict }: Wish & { site: number; token: string; verdict: DnsVerdict },
  patient = false,
): Promise<boolean> {
  const { rows } = await sql<{
    proved: boolean
    problem: string | null
    checked_at: Date | null
    seen_at: Date | null
  }>`
    select proved_at is not null as proved, problem, checked_at, seen_at from platform.domains where name = ${name} and site = ${site} and token = ${token} for update`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw noDomain(slug, name)
  if (patient && row.checked_at && parts.now.getTime() - row.checked_at.getTime() < APART_MS) return false
  // Of a proved domain: whatever it said then, and whether the DNS has answered since.
  const wasRefused = row.problem !== null && row.problem !== NO_ANSWER
  const isGone =
    patient &&
    row.problem !== null &&
    verdict.kind === 'silent' &&
    parts.now.getTime() - (row.seen_at?.getTime() ?? 0) >= SILENT_MS
  const isUnanswered = verdict.kind === 'silent' || verdict.kind === 'no_answer'
  const isKept = !isGone && (isUnanswered || (patient && verdict.kind === 'refused' && !wasRefused))
  const proved = isKept ? row.proved : verdict.kind === 'proved'
  const problem = isGone
    ? `The DNS of ${name} has not answered for seven days.`
    : verdict.kind === 'proved'
      ? null
      : row.proved && wasRefused && isUnanswered
        ? row.problem
        : verdict.problem
  // The next holder of a lapsed name may have copied its record.
  const wanted = row.proved && !proved ? newToken() : token
  await sql`
    update platform.domains set checked_at = ${parts.now}, problem = ${problem}, token = ${wanted},
      seen_at = case when ${verdict.kind === 'proved'} then ${parts.now} else seen_at end,
      proved_at = case when ${proved} then coalesce(proved_at, ${parts.now}) end where name = ${name}`.execute(db)
  if (proved === row.proved) return false
  await settle(db, site, name)
  if (!proved) await endSessions(db, parts, site)
  await log(db, parts, site, { domain: name, change: proved ? 'proved' : 'lost' })
  return !proved
}

const noDomain = (slug: string, name: string) =>
  new DomainError('not_found', `Site "${slug}" has no own domain "${name}".`)

async function readToken(db: Kysely<DB>, slug: string, name: string): Promise<{ site: number; token: string }> {
  const { id } = await findSite(db, slug)
  const { rows } = await sql<{ token: string }>`
    select token from platform.domains where name = ${name} and site = ${id}`.execute(db)
  if (!rows[0]) throw noDomain(slug, name)
  return { site: id, token: rows[0].token }
}

/**
 * Removes a site's domain: it leads nowhere any more, and links name the one proved before it, or the subdomain. All
 * sessions of the site end if it was proved.
 */
export async function removeDomain(
  parts: Parts,
  { slug, name: written }: Wish,
): Promise<{ slug: string; name: string }> {
  const name = plainDomain(written)
  return write(parts.pool, async (db) => {
    const site = await lockSite(db, slug)
    const { rows } = await sql<{ proved: boolean }>`
      delete from platform.domains where name = ${name} and site = ${site} returning proved_at is not null as proved`.execute(
      db,
    )
    if (!rows[0]) throw noDomain(slug, name)
    await settle(db, site, name)
    if (rows[0].proved) await endSessions(db, parts, site)
    await log(db, parts, site, { domain: name, change: 'removed' })
    return { slug, name }
  })
}

const ASKED_TOGETHER = 20

type Asked = { site: number; slug: string; name: string; token: string; verdict: DnsVerdict }

/** Asks the DNS about all proved domains of sites that may be back one day, and hands over each answer. */
async function askAll(
  { pool, baseDomain, dnsServers }: Pick<Parts, 'pool' | 'baseDomain' | 'dnsServers'>,
  answered: (some: Asked[]) => unknown,
): Promise<void> {
  const { rows } = await read(pool, (db) =>
    sql<Omit<Asked, 'verdict'>>`
      select d.site, s.slug, d.name, d.token from platform.domains d join core.sites s on s.id = d.site
      where d.proved_at is not null and s.status <> 'deleted' order by d.site, d.added_at`.execute(db),
  )
  for (let from = 0; from < rows.length; from += ASKED_TOGETHER) {
    const some = rows.slice(from, from + ASKED_TOGETHER)
    const ask = ({ slug, name, token }: Omit<Asked, 'verdict'>) =>
      checkDns({ name, token, host: `${slug}.${baseDomain}`, baseDomain }, dnsServers)
    await answered(await Promise.all(some.map(async (one) => ({ ...one, verdict: await ask(one) }))))
  }
}

/** Finds proved domains whose DNS says otherwise now, without changing them. */
export async function findLostDomains(
  parts: Pick<Parts, 'pool' | 'baseDomain' | 'dnsServers'>,
): Promise<{ slug: string; name: string; problem: string }[]> {
  const lost: { slug: string; name: string; problem: string }[] = []
  await askAll(parts, (some) => {
    for (const { slug, name, verdict } of some)
      if (verdict.kind === 'refused') lost.push({ slug, name, problem: verdict.problem })
  })
  return lost
}

/**
 * Checks all proved domains. Ends one whose DNS says otherwise twice, or nothing for seven days: the next owner of a
 * lapsed name must not get links with secrets. Safe to run concurrently.
 * @returns how many ended.
 */
export async function checkDomains(
  parts: DomainSettings & { pool: Pool; clock: Clock; log: Log; failures: Failures },
): Promise<number> {
  let ended = 0
  await askAll(parts, async (some) => {
    const { done } = await parts.failures.each('domains', some, async (one) => {
      const isOver = await write(parts.pool, async (db) => {
        await sql`select from core.sites where id = ${one.site} for update`.execute(db)
        return store(db, { ...parts, now: parts.clock.now() }, one, true)
      })
      if (isOver)
        parts.log.error(
          { site: one.site, domain: one.name },
          'the DNS records of an own domain are gone; links and pages are back at the subdomain',
        )
      return isOver
    })
    ended += done
  })
  return ended
}
