import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import {
  type DnsRecord,
  type DomainVerdict,
  domainOf,
  isWithin,
  type OwnSender,
  type SenderState,
  stateAfter,
} from '#server/deliveries/senders/rules.ts'
import type { Domains } from '#server/deliveries/transport.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Config } from '#server/engine/kernel/config.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { DomainError, invalid } from '#server/engine/kernel/errors.ts'
import type { Failures } from '#server/engine/kernel/failures.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { reasonOf } from '#server/engine/kernel/start-failure.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { ActingOperator } from '#server/operators/acts.ts'
import { senderInput } from '#server/operators/contract.ts'
import { findSite, recordChange } from './sites.ts'

/** How addresses are verified here. */
export type SenderRules = {
  /** Null where the provider cannot be asked: then an operator states it. */
  domains: Domains | null
  /** Of the platform itself; no club's sender is within them. */
  platformDomains: readonly string[]
}

export const senderRules = (
  { BASE_DOMAIN, MAIL_FROM }: Pick<Config, 'BASE_DOMAIN' | 'MAIL_FROM'>,
  domains: Domains | null,
): SenderRules => ({ domains, platformDomains: [BASE_DOMAIN, domainOf(MAIL_FROM)] })

type Parts = { pool: Pool; now: Date; by?: ActingOperator | undefined; rules: SenderRules }

/** The own sender of the site `s` as JSON; null without one. */
export const senderJson = sql<OwnSender | null>`(case when s.sender_address is not null then jsonb_build_object('address', s.sender_address,
  'state', s.sender_state, 'records', s.sender_records, 'since', ${instantText('s.sender_since')}, 'problem', s.sender_problem) end)`

/** Reads the own sender of a site of any status. @throws DomainError 'not_found'. */
export const readSender = ({ pool }: Pick<Parts, 'pool'>, slug: string): Promise<OwnSender | null> =>
  inTransaction<DB, OwnSender | null>(pool, 'read', {}, async (db) => (await findSender(db, slug)).sender)

/** Lists the senders of active sites that the provider no longer accepts. */
export const failedSenders = (pool: Pool) =>
  inTransaction<DB, { slug: string; address: string | null; problem: string | null }[]>(pool, 'read', {}, (db) =>
    db
      .selectFrom('sites')
      .select(['slug', 'sender_address as address', 'sender_problem as problem'])
      .where('status', '=', 'active')
      .where('sender_state', '=', 'failed')
      .orderBy('slug')
      .execute(),
  )

async function findSender(db: Kysely<DB>, slug: string) {
  const { id } = await findSite(db, slug)
  const { rows } = await sql<{ sender: OwnSender | null }>`
    select ${senderJson} as sender from core.sites s where s.id = ${id}`.execute(db)
  return { id, sender: rows[0]?.sender ?? null }
}

/**
 * Sets the own sender of a site that is not deleted, and asks the provider; an earlier one ends. Where the provider
 * cannot be asked, `verified` has to state that it sends for the address.
 * @throws DomainError 'invalid' under the fields, 'not_found', 'conflict' when the provider does not answer.
 */
export async function setSender(parts: Parts, slug: string, input: Record<string, unknown>): Promise<OwnSender> {
  const { pool, rules } = parts
  const parsed = senderInput.safeParse(input)
  if (!parsed.success) throw invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>)
  const { address, verified } = parsed.data
  await inTransaction<DB, void>(pool, 'read', {}, async (db) => {
    const problem = await refusalOf(db, rules, (await findSite(db, slug)).id, address)
    if (problem) throw invalid({ address: [problem] })
  })
  if (rules.domains && verified)
    throw invalid({ verified: ['The provider says itself whether an address is verified. Leave this out.'] })
  if (!rules.domains && !verified) throw invalid({ verified: ['State that the mail server may send for the address.'] })
  const found = rules.domains ? await ask(parts, { domains: rules.domains, slug, domain: domainOf(address) }) : STATED
  return store(parts, slug, address, found)
}

/**
 * Asks the provider about the own sender of a site, and has it look again where it had given up. Changes nothing where it
 * cannot be asked.
 * @throws DomainError 'not_found' without one, 'conflict' when the provider does not answer; 'invalid' when the
 * address may not be used here any more.
 */
export async function checkSender(parts: Parts, slug: string): Promise<OwnSender> {
  const sender = await readSender(parts, slug)
  if (!sender) throw new DomainError('not_found', `The site "${slug}" has no sender of its own.`)
  const { domains } = parts.rules
  if (!domains) return sender
  const { address, state: before } = sender
  return store(parts, slug, address, await ask(parts, { domains, slug, domain: domainOf(address), before }), sender)
}

/** Lets emails come from the platform's address again. The provider forgets the domain within the hour. @throws DomainError 'not_found' without an own sender. */
export const removeSender = (parts: Omit<Parts, 'rules'>, slug: string): Promise<void> =>
  inTransaction<DB, void>(parts.pool, 'write', {}, async (db) => {
    const { id, sender } = await findSender(db, slug)
    if (!sender) throw new DomainError('not_found', `The site "${slug}" has no sender of its own.`)
    await db.updateTable('sites').set(NO_SENDER).where('id', '=', id).execute()
    await recordChange(db, parts, id, 'site.sender')
  })

const NO_SENDER = {
  ...{ sender_address: null, sender_state: null, sender_records: '[]', sender_since: null, sender_problem: null },
}

/** `begun`: the provider did not know the domain, and was asked to verify it for this site. */
type Found = { state: SenderState; records: DnsRecord[]; begun?: true }

const STATED: Found = { state: 'verified', records: [] }

/** @throws DomainError 'conflict' where the provider fails. */
async function helped<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw new DomainError('conflict', `The email provider did not help: ${cutText(reasonOf(error), 200)}`, {
      cause: error,
    })
  }
}

type Asked = { domains: Domains; slug: string; domain: string; before?: SenderState }

/**
 * Reads the verification of a domain, and begins it if the provider does not know the domain or has given up. Ignores a
 * verification for a site that no longer has a sender of the domain.
 */
async function ask(parts: Parts, { domains, slug, domain, before = 'waiting' }: Asked): Promise<Found> {
  await endDomain(parts, domains, domain)
  const known = (await helped(domains.read([domain]))).get(domain)
  if (known && known.verdict !== 'failed') return { state: stateAfter(before, known.verdict), records: known.records }
  if (known) return { state: 'waiting', records: await helped(domains.begin(domain)) }
  await inTransaction<DB, unknown>(parts.pool, 'write', {}, (db) =>
    sql`insert into platform.sender_domains (domain, site) select ${domain}, id from core.sites where slug = ${slug}
      on conflict (domain) do update set site = excluded.site`.execute(db),
  )
  return { state: 'waiting', records: await helped(domains.begin(domain)), begun: true }
}

/** Domains `d` that were begun for a site that has no sender of them any more, and that no other site has verified. */
const LEFT = sql`platform.sender_domains d where not exists (
  select from core.sites o where (o.id = d.site or o.sender_state = 'verified') and o.status <> 'deleted'
    and split_part(o.sender_address, '@', 2) = d.domain)`

const lockSenders = (db: Kysely<DB>) => sql`select pg_advisory_xact_lock(hashtext('watchbill.senders'))`.execute(db)

/** Deletes a domain that its site left from the provider. The lock keeps the site from adding it again during this. */
const endDomain = ({ pool, rules }: Pick<Parts, 'pool' | 'rules'>, domains: Domains, domain: string): Promise<void> =>
  inTransaction<DB, void>(pool, 'write', {}, async (db) => {
    await lockSenders(db)
    const { rows } = await sql`select d.domain from ${LEFT} and d.domain = ${domain}`.execute(db)
    if (!rows.length) return
    // The platform may have moved to it.
    if (!rules.platformDomains.some((own) => isWithin(own, domain))) await helped(domains.end(domain))
    await sql`delete from platform.sender_domains where domain = ${domain}`.execute(db)
  })

const changedSince = () =>
  new DomainError('conflict', 'The site or its sender has changed. Reload the page and try again.')

/** Stores what was found; the sender is verified only if no other site's is, too. */
const store = (
  parts: Parts,
  slug: string,
  address: string,
  { state, records, begun }: Found,
  before?: OwnSender,
): Promise<OwnSender> =>
  inTransaction<DB, OwnSender>(parts.pool, 'write', {}, async (db) => {
    const site = await findSite(db, slug)
    const problem = await refusalOf(db, parts.rules, site.id, address)
    if (problem) throw invalid({ address: [problem] })
    // The hourly check may have ended it before this site had the address.
    const { rows: kept } =
      await sql`select domain from platform.sender_domains where domain = ${domainOf(address)}`.execute(db)
    if (begun && !kept.length) throw changedSince()
    const isSame = before?.state === state
    const { numUpdatedRows } = await sql`
      update core.sites set sender_address = ${address}, sender_state = ${state}, sender_records = ${JSON.stringify(records)}::jsonb,
        sender_since = ${isSame ? before.since : parts.now}, sender_problem = ${state === 'failed' ? (before?.problem ?? LOST) : null}
      where id = ${site.id} and status <> 'deleted' and (${before === undefined} or sender_address = ${before?.address ?? null})`
      .execute(db)
      .then(({ numAffectedRows = 0n }) => ({ numUpdatedRows: numAffectedRows }))
    if (!numUpdatedRows) throw changedSince()
    if (!isSame) await recordChange(db, parts, site.id, 'site.sender')
    return (await findSender(db, slug)).sender!
  })

/**
 * Says why a site may not use an address; null if it may. Holds off other changes of senders until the transaction ends.
 */
async function refusalOf(
  db: Kysely<DB>,
  { platformDomains }: SenderRules,
  site: number,
  address: string,
): Promise<string | null> {
  const domain = domainOf(address)
  const own = platformDomains.find((one) => isWithin(domain, one))
  if (own) return `${own} is the domain of the platform. Give an address of the club’s own domain.`
  await lockSenders(db)
  const { rows } = await sql<{ slug: string; domain: string }>`
    select o.slug, split_part(o.sender_address, '@', 2) as domain from core.sites o
    where o.id <> ${site} and o.status <> 'deleted' and o.sender_state = 'verified'
      and (split_part(o.sender_address, '@', 2) = ${domain} or ${domain}::text like '%.' || split_part(o.sender_address, '@', 2)) limit 1`.execute(
    db,
  )
  return rows[0] ? `${rows[0].domain} is the verified domain of the site “${rows[0].slug}”.` : null
}

/** The most that Amazon SES takes in a call, once a second. */
const BATCH = 100
const BETWEEN_MS = 1_100

const LOST = 'The provider no longer finds the DNS records.'
const NOT_FOUND = 'The provider did not find the DNS records within three days.'

type Swept = { site: number; address: string; state: SenderState }

type SweepParts = {
  /** Of the platform role. */
  pool: Pool
  clock: Clock
  log: Log
  failures: Failures
  rules: SenderRules
}

/**
 * Deletes domains that their sites left, then asks the provider about the senders of all open sites, and begins or stops
 * using each by its verification. Safe to run concurrently.
 * @returns how many changed.
 */
export async function checkSenders(parts: SweepParts): Promise<number> {
  const { domains } = parts.rules
  if (!domains) return 0
  let calls = 0
  const paced = async () => {
    if (calls++) await pause(BETWEEN_MS)
  }
  const read = <T>(query: RawBuilder<T>) =>
    inTransaction<DB, T[]>(parts.pool, 'read', {}, async (db) => (await query.execute(db)).rows)
  const left = await read(sql<{ site: number; domain: string }>`select d.site, d.domain from ${LEFT} order by d.domain`)
  await parts.failures.each('senders', left, async ({ domain }) => {
    await paced()
    await endDomain(parts, domains, domain)
  })
  const senders = await read(sql<Swept>`
    select id as site, sender_address as address, sender_state as state from core.sites s
    where sender_address is not null and status in ('active', 'suspended')
      and not exists (select from ${LEFT} and d.domain = split_part(s.sender_address, '@', 2)) order by id`)
  let changed = 0
  for (let i = 0; i < senders.length; i += BATCH) {
    await paced()
    const some = senders.slice(i, i + BATCH)
    const found = await domains.read([...new Set(some.map(({ address }) => domainOf(address)))])
    const { done } = await parts.failures.each('senders', some, (sender) =>
      settle(parts, sender, found.get(domainOf(sender.address))),
    )
    changed += done
  }
  return changed
}

async function settle(
  { pool, clock, log, rules }: SweepParts,
  { site, address, state: before }: Swept,
  found: { verdict: DomainVerdict; records: DnsRecord[] } | undefined,
): Promise<boolean> {
  const state = stateAfter(before, found?.verdict)
  if (state === before) return false
  const isChanged = await inTransaction<DB, boolean>(pool, 'write', {}, async (db) => {
    const refusal = state === 'verified' ? await refusalOf(db, rules, site, address) : null
    const problem = refusal ?? (state === 'failed' ? (before === 'verified' ? LOST : NOT_FOUND) : null)
    const { numUpdatedRows } = await db
      .updateTable('sites')
      .set(refusal ? {} : { sender_state: state, sender_since: clock.now() })
      .set({ sender_problem: problem, ...(found && { sender_records: JSON.stringify(found.records) }) })
      .where('id', '=', site)
      .where('sender_address', '=', address)
      .where('sender_state', '=', before)
      .where((eb) => eb.or([eb.val(refusal === null), eb('sender_problem', 'is distinct from', problem)]))
      .executeTakeFirst()
    if (refusal || !numUpdatedRows) return false
    await recordChange(db, { now: clock.now() }, site, 'site.sender')
    return true
  })
  if (isChanged && state === 'verified') log.info({ site }, 'the own sender of a site is verified')
  if (isChanged && state === 'failed')
    log.error({ site }, 'the own sender of a site is not verified; its emails come from the platform’s address')
  return isChanged
}
