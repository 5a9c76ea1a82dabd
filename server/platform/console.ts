import { type Kysely, sql } from 'kysely'
import * as z from 'zod'
import type { OwnSender } from '#server/deliveries/senders/rules.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { DomainError, invalid, notFound } from '#server/engine/kernel/errors.ts'
import type { QuotaLimits } from '#server/engine/kernel/quota-limits.pure.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { type ActingOperator, recordAct } from '#server/operators/acts.ts'
import {
  type ActLine,
  domainChange,
  entryInput,
  type NoticeRow,
  noticeInput,
  type Overview,
  type OwnDomain,
  type SiteCaps,
  type SiteDetail,
  type SiteLine,
  type SitesQuery,
  siteCaps,
  type ZoneDifference,
} from '#server/operators/contract.ts'
import { addNotice, changeNotice, endNotice, listNotices, readNotice } from '#server/operators/notices.ts'
import { readSitesNear } from '#server/quotas/queries.ts'
import { cityOf, findCities, settingsNear } from './cities/find-cities.ts'
import { newSite } from './contract.ts'
import { addDomain, checkDomain, type DomainSettings, readDomains, removeDomain } from './domains.ts'
import { type EnteringOperator, enterSite } from './entries.ts'
import { checkSender, removeSender, type SenderRules, setSender } from './senders.ts'
import { readOverview, readSite, readSites } from './site-numbers.ts'
import { createSite, findSite, resumeSite, type SiteState, setSiteCaps, suspendSite } from './sites.ts'
import { readZoneDifferences } from './zone-differences.ts'

const MAX_CITY = 100
const MAX_INVITED = 10

export type Console = {
  overview(): Promise<Overview>
  sites(query: SitesQuery): Promise<{ count: number; sites: SiteLine[] }>
  cities(search: string): (ReturnType<typeof settingsNear> & { label: string })[]
  /** @throws DomainError 'not_found'. */
  site(slug: string): Promise<SiteDetail>
  /**
   * Lists the latest hundred acts and the latest hundred refused sign-ins, newest first; separate limits, so that
   * guesses hide no act.
   */
  acts(): Promise<ActLine[]>
  /**
   * Creates a site. `city` gives its time zone, language and calling code.
   * @throws DomainError 'invalid' under the fields.
   */
  create(by: ActingOperator, input: Record<string, unknown>): Promise<{ id: number; slug: string; admin_email: string }>
  /** @throws DomainError 'not_found' when it is not active. */
  suspend(by: ActingOperator, slug: string): Promise<SiteState>
  /** @throws DomainError 'not_found' when it is not suspended. */
  resume(by: ActingOperator, slug: string): Promise<SiteState>
  /**
   * Sets caps of messages to many; an empty field means the platform's default.
   * @throws DomainError 'invalid' under the fields, 'not_found'.
   */
  setCaps(by: ActingOperator, slug: string, input: Record<string, unknown>): Promise<SiteCaps>
  /**
   * Adds, checks or removes an own domain of a site (`domains.ts`).
   * @returns the domain; null once it is removed.
   * @throws DomainError 'invalid' under the fields, 'not_found', 'conflict'.
   */
  changeDomain(by: ActingOperator, slug: string, input: Record<string, unknown>): Promise<OwnDomain | null>
  /**
   * Sets the own sender of a site, and asks the provider.
   * @throws DomainError 'invalid' under the fields, 'not_found', 'conflict' when the provider does not answer.
   */
  setSender(by: ActingOperator, slug: string, input: Record<string, unknown>): Promise<OwnSender>
  /** Asks the provider again. @throws as `setSender`; 'not_found' without an own sender. */
  checkSender(by: ActingOperator, slug: string): Promise<OwnSender>
  /** @throws DomainError 'not_found' without an own sender. */
  removeSender(by: ActingOperator, slug: string): Promise<void>
  /**
   * Returns the emails of an active site's admins who never signed in, for a new link each, and logs the act.
   * @throws DomainError 'not_found' when it is not active; 'conflict' when there is no one to write to.
   */
  inviteAdmins(by: ActingOperator, slug: string): Promise<string[]>
  /**
   * Lets an operator act as an admin of an active site for an hour, for a reason that both logs keep.
   * @returns the secret that opens the session at the site, once and within a minute.
   * @throws DomainError 'invalid' under the fields, 'not_found', 'conflict' without an admin.
   */
  enter(by: EnteringOperator, slug: string, input: Record<string, unknown>): Promise<string>
  /** Lists the latest notices to all clubs: those that are shown or wait first. */
  notices(): Promise<NoticeRow[]>
  /** @throws DomainError 'not_found'. */
  notice(id: number): Promise<NoticeRow>
  /**
   * Writes a notice to all clubs, or changes the notice `id`. Times are texts in UTC, `2026-12-06T06:00`.
   * @throws DomainError 'invalid' under the fields, 'not_found', 'conflict' when it has ended.
   */
  saveNotice(by: ActingOperator, id: number | null, input: Record<string, unknown>): Promise<{ id: number }>
  /** @throws DomainError 'not_found', 'conflict' when it has ended. */
  endNotice(by: ActingOperator, id: number): Promise<{ id: number }>
}

/** `quotas` has the defaults. */
type Settings = { quotas: QuotaLimits; domains: DomainSettings; senders: SenderRules }

/** @param onChanged receives the slug of each changed site, and each changed domain; `*` after a change of what all clubs read. */
export function createConsole(
  pool: Pool,
  clock: Clock,
  onChanged: (slug: string) => void,
  { quotas, domains, senders: rules }: Settings,
): Console {
  const read = <T>(work: (db: Kysely<DB>) => Promise<T>) => inTransaction<DB, T>(pool, 'read', {}, work)
  const write = <T>(work: (db: Kysely<DB>) => Promise<T>) => inTransaction<DB, T>(pool, 'write', {}, work)
  const parts = (by: ActingOperator) => ({ pool, now: clock.now(), by })
  const zonesInTwo = createZonesInTwo(clock)
  const notifyChanged = <T extends { slug: string }>(site: T) => {
    onChanged(site.slug)
    return site
  }
  const told = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work
    onChanged('*')
    return result
  }
  return {
    overview: () =>
      read(async (db) => {
        const near = await readSitesNear(db, clock.now(), quotas)
        return readOverview(db, clock.now(), { zones: await zonesInTwo(db), near })
      }),
    sites: (query) => read((db) => readSites(db, query, clock.now())),
    cities: (search) => findCities(search).map((city) => ({ label: city.label, ...settingsNear(city) })),
    site: async (slug) => {
      const found = await read(async (db) => {
        const site = await readSite(db, slug, clock.now(), { zones: await zonesInTwo(db), defaults: quotas })
        return site && { ...site, domains: await readDomains(db, site.id, domains.baseDomain) }
      })
      if (!found) throw notFound()
      return found
    },
    acts: () => read(readActs),
    create: async (by, input) => {
      const { city, ...values } = input
      const near = typeof city === 'string' && city.length <= MAX_CITY ? cityOf(city) : null
      const parsed = newSite.safeParse({ ...values, ...(near && settingsNear(near)) })
      const issues: Record<string, string[]> = {}
      for (const { path, message } of parsed.error?.issues ?? []) issues[String(path[0])] ??= [message]
      if (city !== undefined && !near) issues.city = [city ? 'Choose a city from the list.' : 'Required.']
      if (!parsed.success || issues.city) throw invalid(issues)
      return { ...notifyChanged(await createSite(parts(by), parsed.data)), admin_email: parsed.data.admin_email }
    },
    suspend: async (by, slug) => notifyChanged(await suspendSite(parts(by), slug)),
    resume: async (by, slug) => notifyChanged(await resumeSite(parts(by), slug)),
    setCaps: async (by, slug, input) => {
      const parsed = siteCaps.safeParse(input)
      if (!parsed.success) throw invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>)
      await setSiteCaps(parts(by), slug, parsed.data)
      return parsed.data
    },
    changeDomain: async (by, slug, input) => {
      const parsed = domainChange.safeParse(input)
      if (!parsed.success) throw invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>)
      const { change, name } = parsed.data
      const changing = { ...parts(by), ...domains }
      const changed = await (change === 'remove'
        ? removeDomain(changing, { slug, name })
        : (change === 'add' ? addDomain : checkDomain)(changing, { slug, name }))
      onChanged(slug)
      onChanged(changed.name)
      return 'records' in changed ? changed : null
    },
    setSender: (by, slug, input) => setSender({ ...parts(by), rules }, slug, input),
    checkSender: (by, slug) => checkSender({ ...parts(by), rules }, slug),
    removeSender: (by, slug) => removeSender(parts(by), slug),
    inviteAdmins: (by, slug) =>
      write(async (db) => {
        const site = await findSite(db, slug)
        if (site.status !== 'active') throw notFound()
        const admins = await db
          .selectFrom('people')
          .select('email')
          .where('site_id', '=', site.id)
          .where('role', '=', 'admin')
          .where('is_active', '=', true)
          .where('email', '<>', '')
          .where('last_login', 'is', null)
          .orderBy('id')
          .limit(MAX_INVITED)
          .execute()
        if (!admins.length) throw new DomainError('conflict', 'No admin is waiting for a link.')
        await recordAct(db, { ...by, at: clock.now(), action: 'site.invite', site: site.id })
        return admins.map(({ email }) => email)
      }),
    enter: async (by, slug, input) => {
      const parsed = entryInput.safeParse(input)
      if (!parsed.success) throw invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>)
      return write((db) => enterSite(db, slug, parsed.data, { now: clock.now(), by }))
    },
    notices: () => read((db) => listNotices(db, clock.now())),
    notice: (id) => read((db) => readNotice(db, id, clock.now())),
    saveNotice: async (by, id, input) => {
      const parsed = noticeInput.safeParse(input)
      if (!parsed.success) throw invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>)
      const notice = parsed.data
      return told(
        write((db) => (id === null ? addNotice(db, notice, parts(by)) : changeNotice(db, id, notice, parts(by)))),
      )
    },
    endNotice: (by, id) => told(write((db) => endNotice(db, id, parts(by)))),
  }
}

/** Checks each zone once a day. */
function createZonesInTwo(clock: Clock): (db: Kysely<DB>) => Promise<ZoneDifference[]> {
  let [day, known] = ['', new Map<string, ZoneDifference | null>()]
  return async (db) => {
    const today = clock.now().toISOString().slice(0, 10)
    if (today !== day) [day, known] = [today, new Map()]
    const { rows } = await sql<{ zone: string }>`
      select distinct timezone as zone from core.sites where status = 'active'`.execute(db)
    const fresh = rows.flatMap(({ zone }) => (known.has(zone) ? [] : zone))
    for (const zone of fresh) known.set(zone, null)
    if (fresh.length)
      for (const found of await readZoneDifferences(db, fresh, clock.now())) known.set(found.zone, found)
    return [...known.values()].filter((found) => found !== null)
  }
}

async function readActs(db: Kysely<DB>): Promise<ActLine[]> {
  const { rows } = await sql<ActLine>`
    select t.id, ${instantText('t.at')} as at, a.email as operator, t.action, s.slug as site, t.ip,
      case when t.action = 'operator.refused' then t.details end as refusal, t.details ->> 'note' as note
    from ((select * from platform.operator_acts where action <> 'operator.refused' order by at desc, id desc limit 100)
      union all (select * from platform.operator_acts where action = 'operator.refused' order by at desc, id desc limit 100)) t
    left join identity.accounts a on a.id = t.account_id left join core.sites s on s.id = t.site
    order by t.at desc, t.id desc`.execute(db)
  return rows
}
