import '#server/registry.ts'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Actor, DEFAULT_SETTINGS } from '#server/engine/access/actor.ts'
import type { Ctx, WakeUp } from '#server/engine/access/context.ts'
import { type Clock, createClock } from '#server/engine/kernel/clock.ts'
import { createPool, type DatabaseRole, type Pool } from '#server/engine/kernel/db/pool.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { createParsers, type Parsers } from '#server/engine/parsing/parsers.ts'
import { createResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import { mintSiteId, type Site, type SiteId } from '#server/engine/tenancy/site.ts'
import { createWithSite, type SiteDb, type WithSite } from '#server/engine/tenancy/with-site.ts'

export const log = createLog({ level: process.env.TEST_LOG ?? 'silent' })

/** A database for one test file, with a pool for each role; `close` drops it. */
export type World = {
  url: string
  clock: Clock
  withSite: WithSite
  pool: (role: DatabaseRole) => Pool
  /** Connects as the superuser, to arrange data and to read past row security. */
  superuser: pg.Pool
  makeSite: (over?: Partial<Site>) => Promise<Site>
  /** Adds a person with a confirmed account; `account_id` in `over` gives them another one. */
  makePerson: (site: Site, over?: Record<string, unknown>) => Promise<Person>
  /** Inserts a row; an answer of the person of a shift (`answer_state` and so on) becomes a row of `answers`. */
  insert: (site: Site, table: string, row: Record<string, unknown>) => Promise<{ id: number } & Record<string, unknown>>
  /** Runs a command as `actor` in a write transaction; the jobs that it woke are collected in `woken`. */
  act: <T>(site: Site, actor: Actor, work: (ctx: Ctx) => Promise<T>) => Promise<T>
  woken: WakeUp[]
  close: () => Promise<void>
}

export type Person = { id: number; name: string; email: string; account_id?: number | null }

export const adminActor = (person: Person, over: Partial<Extract<Actor, { kind: 'person' }>> = {}): Actor => ({
  kind: 'person',
  person: {
    ...person,
    account_id: person.account_id == null ? null : Number(person.account_id),
    avatar: null,
    access_role: 'admin',
    settings: DEFAULT_SETTINGS,
  },
  session: 0,
  viewAsUser: false,
  impersonator: null,
  ...over,
})

/** An admin who has just signed in, for commands that need a recent sign-in. */
export const recentAdmin = async (world: World, site: Site, person: Person) => {
  const now = world.clock.now()
  const later = new Date(now.getTime() + 86_400_000)
  const { id } = await world.insert(site, 'sessions', {
    person: person.id,
    signed_in_at: now,
    created_at: now,
    last_seen_at: now,
    rotated_at: now,
    expires_at: later,
    absolute_expires_at: later,
  })
  return adminActor(person, { session: id })
}

export const memberActor = (person: Person): Actor => {
  const actor = adminActor(person)
  return actor.kind === 'person' ? { ...actor, person: { ...actor.person, access_role: 'user' } } : actor
}

export const SYSTEM: Actor = { kind: 'system', name: 'test' }

export async function createWorld(): Promise<World> {
  const name = `wb_test_${randomBytes(8).toString('hex')}`
  const superuserUrl = inject('superuserUrl')
  const administrator = new pg.Client({ connectionString: superuserUrl })
  await administrator.connect()
  await administrator.query(
    `create database ${name} template watchbill_template strategy file_copy owner watchbill_migrator`,
  )
  await administrator.end()
  const url = withDatabase(inject('templateUrl'), name)
  const superuser = new pg.Pool({
    connectionString: withDatabase(superuserUrl, name),
    max: 3,
    options: '-c search_path=core,identity,platform',
  })
  superuser.on('error', () => {})
  const pools = new Map<DatabaseRole, Pool>()
  const pool = (role: DatabaseRole) => {
    const known = pools.get(role) ?? createPool({ connectionString: url, role, max: 8, log })
    pools.set(role, known)
    return known
  }
  const clock = createClock()
  const withSite = createWithSite(pool('app'), clock)
  const woken: WakeUp[] = []
  let counter = 0
  const insert: World['insert'] = async (site, table, row) => {
    const { answer_state, answered_at, answered_by, answer_reason, ...columns } = row
    const entries = Object.entries({ site_id: site.id, ...(table === 'shifts' ? columns : row) })
    const { rows } = await superuser.query(
      `insert into core.${table} (${entries.map(([k]) => `"${k}"`)}) values (${entries.map((_, i) => `$${i + 1}`)}) returning *, id::int as id`,
      entries.map(([, v]) => v),
    )
    if (table === 'shifts' && answer_state && row.person)
      await insert(site, 'answers', {
        ...{ shift: rows[0].id, person: row.person, answer: answer_state, reason: answer_reason ?? '' },
        ...{ given_by: answered_by ?? null, via: 'screen', at: answered_at },
      })
    return rows[0]
  }
  return {
    url,
    clock,
    withSite,
    pool,
    superuser,
    woken,
    insert,
    makeSite: async (over = {}) => {
      counter += 1
      const slug = over.slug ?? `s${counter}-${randomBytes(4).toString('hex')}`
      const values = {
        name: `Site ${counter}`,
        prefix: `S${counter}`,
        contact_name: 'Office',
        contact_email: 'office@example.org',
        ...over,
        slug,
      }
      const entries = Object.entries(values)
      await superuser.query(
        `insert into core.sites (${entries.map(([k]) => `"${k}"`)}) values (${entries.map((_, i) => `$${i + 1}`)})`,
        entries.map(([, v]) => v),
      )
      const site = await createResolveSite(pool('app'), clock)(slug)
      if (!site) throw new Error('The site that was just made is not found.')
      return site
    },
    makePerson: async (site, over = {}) => {
      counter += 1
      const { rows } = await superuser.query(
        `insert into identity.accounts (email, proved_at) values ($1, now())
         on conflict (email) where proved_at is not null do update set email = excluded.email returning id::float8`,
        [over.email ?? `p${counter}-${site.slug}@example.org`],
      )
      return (await insert(site, 'people', {
        name: `Person ${counter}`,
        email: `p${counter}-${site.slug}@example.org`,
        account_id: rows[0].id,
        is_active: over.role !== 'new',
        ...over,
      })) as Person
    },
    act: (site, actor, work) =>
      withSite(site.id, (db: SiteDb) => work({ db, site, actor, clock, log, wake: (job) => void woken.push(job) }), {
        access: 'write',
      }),
    close: async () => {
      await Promise.all([...pools.values()].map((p) => p.end()))
      await superuser.end()
      const last = new pg.Client({ connectionString: superuserUrl })
      await last.connect()
      await last.query(`drop database if exists ${name} with (force)`)
      await last.end()
    },
  }
}

/** Lets the test factory make the id of a site. */
export const siteIdForTests = (id: number): SiteId => mintSiteId(id)

function withDatabase(url: string, database: string) {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.toString()
}

/** The content of a site's tables by name: equal before and after means that nothing was written. */
export async function fingerprintOf({ superuser }: World, site: { id: SiteId }, except: readonly string[] = []) {
  const { rows: tables } = await superuser.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'core' and tablename <> 'sites' and tablename <> all ($1) order by 1`,
    [except],
  )
  const prints: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await superuser.query(
      `select count(*)::int as n, md5(string_agg(t::text, '|' order by t::text)) as rows from core."${name}" t where site_id = $1`,
      [site.id],
    )
    prints[name] = rows[0]
  }
  return prints
}

/** The parsing threads as the product makes them, with the limits that a test gives. */
export const makeParsers = (over: Partial<Parameters<typeof createParsers>[0]> = {}): Parsers =>
  createParsers({ file: inject('parsingThread'), threads: 2, log, ...over })

const asked = (again: boolean) =>
  `insert into core.questions (site_id, shift, person, again, at) select site_id, id, person, ${again}, coalesce(draft, now()) from core.shifts where`

/** SQL, up to the condition: stores that the people of shifts were asked about them, or asked a second time. */
export const QUESTION_PUT = asked(false)
export const ASKED_AGAIN = asked(true)
