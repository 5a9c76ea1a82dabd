import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/platform/embedded.ts'
import { migrate, prepareDatabase } from '#server/platform/migrate.ts'

export const SITES = Number(process.env.BENCH_SITES ?? 1000)
export const PEOPLE = 200
const EVENTS = 125
/** One club with very much: 20,000 people, 100,000 shifts. */
const WIDE = { people: 20_000, events: 12_500 }
const PLACES = 8

/** The access token of a site's admin; the database holds its hash. */
export const tokenOf = (site: number) =>
  `wa_${site.toString(36)}_${createHash('sha256').update(`bench ${site}`).digest('base64url')}`

/** Who opens the pages of a site: its admin, or its first member. */
export type Reader = 'admin' | 'member'

/** The session cookie of a reader of a site; the database holds its hash. */
export const cookieOf = (site: number, reader: Reader) =>
  `ws_${site.toString(36)}_${createHash('sha256').update(`bench ${reader} ${site}`).digest('base64url')}`

export type Dataset = { sites: number; url: string; superuserUrl: string }

/**
 * A durable cluster, in which `dataset(1000)` is a database of 1,000 sites, 1 million shifts and 200,000 people, made once and used
 * again; with `days` it holds only the shifts of so many days. `wide()` is a database of one large club. `onLog` receives what PostgreSQL logs.
 */
export async function openCluster({ onLog }: { onLog?: (text: string) => void } = {}) {
  const dir = path.resolve('.cache/bench')
  const server = await startEmbedded({ dir, settings: { shared_buffers: '1GB' }, ...(onLog && { onLog }) })
  const made = async (name: string, size: Size): Promise<Dataset> => {
    const url = await prepareDatabase(server.superuserUrl, `bench_${name}`, 'bench-password')
    await migrate(url)
    const superuserUrl = server.superuserUrl(`bench_${name}`)
    const stamp = `${dir}.4-${name.replaceAll('_', '-')}`
    if (!existsSync(stamp)) {
      await fill(superuserUrl, size)
      writeFileSync(stamp, '')
    }
    return { sites: size.sites, url, superuserUrl }
  }
  return {
    stop: () => server.stop(),
    dataset: (sites: number, { days }: { days?: number } = {}) =>
      made(`${sites}${days ? `_${days}` : ''}`, { sites, people: PEOPLE, events: EVENTS, days: days ?? EVENTS }),
    wide: () => made('wide', { sites: 1, ...WIDE, days: EVENTS }),
  }
}

/** People and events are those of one site; of the events only those of `days` days from now on are kept. */
type Size = { sites: number; people: number; events: number; days: number }

async function fill(url: string, { sites, people, events, days }: Size) {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=core,identity' })
  await client.connect()
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
    from generate_series(1, ${sites}) s, generate_series(1, ${events}) e, lateral (select now() + ((e - 1) % ${EVENTS} - 59) * interval '1 day' + (s % 24) * interval '1 hour' as t) x
    where ${days} >= ${EVENTS} or t between now() - interval '1 day' and now() + ${days} * interval '1 day'`)
  await run(`insert into shifts (site_id, id, event, person, role, assignment, location, start, "end", draft, assigned_at) overriding system value
    select e.site_id, (e.id - 1) * ${PLACES} + p, e.id, case when p % 5 > 0 then (e.site_id - 1) * ${people} + 1 + (e.id * 7 + p * 13) % ${people} end,
      (e.site_id - 1) * 10 + 1 + p % 10, (e.site_id - 1) * 10 + 1 + p % 10, (e.site_id - 1) * 10 + 1 + p % 10, e.start, e."end", now() - interval '60 days', now() - interval '60 days'
    from events e, generate_series(1, ${PLACES}) p`)
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
  await client.end()
}
