import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/platform/embedded.ts'
import { migrate, prepareDatabase } from '#server/platform/migrate.ts'
import { parentOf } from './processor.ts'

const PLACES = 8

/** People and events are those of one site. */
export type Size = {
  sites: number
  people: number
  events: number
  /** The day of the first event, counted from today, and the days over which the events of a site are spread. */
  firstDay: number
  days: number
  /** Keeps only the events of the next so many days. */
  near?: number
}

const SITE = { people: 200, events: 125, firstDay: -59, days: 125 }
/** Most shifts are in the coming week, as far as reminders look ahead. */
const DENSE = { people: 200, events: 13, firstDay: -3, days: 13 }
const SITES = Number(process.env.BENCH_SITES ?? 1000)
const PLATFORM_SITES = Number(process.env.BENCH_PLATFORM_SITES ?? 10_000)

const SIZES = {
  many: { database: `${SITES}`, size: { ...SITE, sites: SITES } },
  few: { database: '10', size: { ...SITE, sites: 10 } },
  near: { database: `${SITES}_22`, size: { ...SITE, sites: SITES, near: 22 } },
  platform: { database: `${PLATFORM_SITES}_platform`, size: { ...DENSE, sites: PLATFORM_SITES } },
  hamlet: { database: '10_platform', size: { ...DENSE, sites: 10 } },
  club: { database: 'wide', size: { ...SITE, sites: 1, people: 20_000, events: 12_500 } },
} satisfies Record<string, { database: string; size: Size }>

/**
 * `many` sites, `few` of the same size, the shifts of `many` that are `near`, and one large `club`; a `platform` of very
 * many sites and a `hamlet` of few of that size.
 */
export type DatasetName = keyof typeof SIZES

export type Dataset = Size & {
  url: string
  superuserUrl: string
  /** The PostgreSQL process whose children serve the connections; null where the kernel does not tell. */
  postmaster: string | null
}

export const shiftsOf = ({ events }: Size) => events * PLACES

export const siteOf = ({ sites }: Size) => Math.min(7, sites)

/** The access token of a site's admin; the database holds its hash. */
export const tokenOf = (site: number) =>
  `wa_${site.toString(36)}_${createHash('sha256').update(`bench ${site}`).digest('base64url')}`

export type Reader = 'admin' | 'member'

export const cookieOf = (site: number, reader: Reader) =>
  `ws_${site.toString(36)}_${createHash('sha256').update(`bench ${reader} ${site}`).digest('base64url')}`

/** A durable cluster: its data sets are made once and reused. */
export async function openCluster() {
  const dir = path.resolve('.cache/bench')
  const server = await startEmbedded({ dir, settings: { shared_buffers: '1GB' } })
  const dataset = async (name: DatasetName): Promise<Dataset> => {
    const { database, size } = SIZES[name]
    const url = await prepareDatabase(server.superuserUrl, `bench_${database}`, 'bench-password')
    await migrate(url)
    const stamp = `${dir}.5-${database.replaceAll('_', '-')}`
    const isFilled = existsSync(stamp)
    const data = await openDataset({ ...size, url, superuserUrl: server.superuserUrl(`bench_${database}`) }, isFilled)
    if (!isFilled) writeFileSync(stamp, '')
    return data
  }
  return { dataset, stop: () => server.stop() }
}

export async function openDataset(data: Omit<Dataset, 'postmaster'>, isFilled = false): Promise<Dataset> {
  const client = new pg.Client({ connectionString: data.superuserUrl, options: '-c search_path=core,identity' })
  await client.connect()
  try {
    if (!isFilled) await fill(client, data)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return { ...data, postmaster: parentOf(rows[0]!.pid) }
  } finally {
    await client.end()
  }
}

async function fill(client: pg.Client, { sites, people, events, firstDay, days, near = days }: Size) {
  const run = (sql: string) => client.query(sql)
  await run('truncate core.sites, identity.accounts cascade')
  await run(
    `insert into sites (id, slug, name, timezone) overriding system value select n, 'bench-' || n, 'Bench ' || n, 'Europe/London' from generate_series(1, ${sites}) n`,
  )
  await run(`insert into people (site_id, id, name, email, role) overriding system value
    select s, (s - 1) * ${people} + p, 'Person ' || p || ' of ' || s, 'p' || p || '@s' || s || '.test', case when p = 1 then 'admin' else 'user' end
    from generate_series(1, ${sites}) s, generate_series(1, ${people}) p`)
  for (const table of ['roles', 'locations', 'assignments'])
    await run(
      `insert into ${table} (site_id, id, name) overriding system value select s, (s - 1) * 10 + n, '${table} ' || n from generate_series(1, ${sites}) s, generate_series(1, 10) n`,
    )
  await run(`insert into events (site_id, id, name, start, "end", location) overriding system value
    select s, (s - 1) * ${events} + e, 'Event ' || e, t, t + interval '4 hours', (s - 1) * 10 + 1 + e % 10
    from generate_series(1, ${sites}) s, generate_series(1, ${events}) e, lateral (select now() + ((e - 1) % ${days} + ${firstDay}) * interval '1 day' + (s % 24) * interval '1 hour' as t) x
    where ${near} >= ${days} or t between now() - interval '1 day' and now() + ${near} * interval '1 day'`)
  await run(`insert into shifts (site_id, id, event, person, role, assignment, location, start, "end", draft, assigned_at) overriding system value
    select e.site_id, (e.id - 1) * ${PLACES} + p, e.id, case when p % 5 > 0 then (e.site_id - 1) * ${people} + 1 + (e.id * 7 + p * 13) % ${people} end,
      (e.site_id - 1) * 10 + 1 + p % 10, (e.site_id - 1) * 10 + 1 + p % 10, (e.site_id - 1) * 10 + 1 + p % 10, e.start, e."end", now() - interval '60 days', now() - interval '60 days'
    from events e, generate_series(1, ${PLACES}) p`)
  for (const table of ['people', 'events', 'shifts'])
    await run(`select setval(pg_get_serial_sequence('core.${table}', 'id'), max(id)) from ${table}`)
  const hashOf = (token: string) => createHash('sha256').update(token).digest()
  // Used and renewed in ten years, so that no request of a benchmark has to write.
  const open = (site: number, person: number, column: 'access_hash' | 'cookie_hash', token: string) =>
    client.query(
      `insert into sessions (site_id, person, ${column}, access_expires, created_at, last_seen_at, rotated_at, expires_at, absolute_expires_at)
       select $1::bigint, $2::bigint, $3::bytea, later, now(), later, later, later, later from (select now() + interval '10 years' as later) soon`,
      [site, (site - 1) * people + person, hashOf(token)],
    )
  for (let site = 1; site <= sites; site++) {
    await open(site, 1, 'access_hash', tokenOf(site))
    await open(site, 1, 'cookie_hash', cookieOf(site, 'admin'))
    await open(site, 2, 'cookie_hash', cookieOf(site, 'member'))
  }
  await run('analyze')
}
