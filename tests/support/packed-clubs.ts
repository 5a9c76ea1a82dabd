import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPasswords } from '#server/accounts/sign-in/password.ts'
import { closeAuditLogs } from '#server/audit/checkpoints.ts'
import { readConfig } from '#server/engine/kernel/config.ts'
import { createDiskStorage } from '#server/engine/kernel/storage/disk.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { setPhoto } from '#server/media/commands.ts'
import { createMedia } from '#server/media/media.ts'
import { seedDemo } from '#server/platform/demo/seed.ts'
import { DEPLOYMENT_IDS } from '#server/platform/migrate.ts'
import { packSite } from '#server/platform/pack.ts'
import { unpackSite } from '#server/platform/unpack.ts'
import { createMailboxes } from './accounts.ts'
import type { Api } from './api.ts'
import { worldTest } from './fixture.ts'
import { pictureCases } from './pictures.ts'
import { secretEvents } from './secrets/events.ts'
import { type Alive, secretMakers } from './secrets/makers.ts'
import { adminActor, createWorld, log, type World } from './world.ts'

/** Seals packed clubs of tests. */
export const SECRET = readConfig({ NODE_ENV: 'test' }).SESSION_SECRET

/** Rows of the tables that neither the demo nor the secrets fill, for the site `$1`. */
const ROWS = `
  with p as (select id from core.people where site_id = $1 order by id limit 1), s as (select * from core.shifts where site_id = $1 and person is not null order by id limit 1)`
const FILLERS = [
  `insert into core.captured_messages (site_id, channel, "to", kind) values ($1, 'email', 'a@example.org', 'reminder.day')`,
  `${ROWS} insert into core.closures (site_id, person, requested_at, due_at) select $1, id, now(), now() + interval '1 year' from p`,
  `insert into core.equipment (site_id, name) values ($1, 'Radio')`,
  `insert into core.idempotency_keys (site_id, actor, key, call, digest) values ($1, 'p1', 'k', 'POST /x', '\\x00ff')`,
  `insert into core.imports (site_id, kind, file_name, digest) values ($1, 'people', 'people.csv', 'd')`,
  `insert into core.messages (site_id, kind, body) values ($1, 'email', 'Odd: \u00e9 \\n "x"')`,
  `${ROWS} insert into core.publications (site_id, shifts, due_at, created_at) select $1, array[s.id], now() + interval '1 year', now() from s`,
  `insert into core.roster_templates (site_id, name) values ($1, 'Weekend')`,
  `insert into core.roster_template_places (site_id, template, start_offset, end_offset) select $1, id, 0, 60 from core.roster_templates where site_id = $1`,
  `insert into core.savedviews (site_id, collection, name) values ($1, 'people', 'Mine')`,
  `${ROWS} insert into core.withdrawn_events (site_id, event, start, "end", sequence) select $1, 999999, now(), now(), 1`,
  `${ROWS} insert into core.withdrawn_shifts (site_id, shift, person, start, "end", sequence) select $1, 999999, p.id, now(), now(), 1 from p`,
  `${ROWS} insert into core.worked (site_id, shift, event, person, event_name, start, "end", was_running) select $1, s.id, s.event, s.person, 'Race', s.start, s."end", false from s`,
  `${ROWS} insert into core.event_contacts (site_id, event, person) select $1, s.event, p.id from s, p`,
  `${ROWS} insert into core.deliveries (site_id, person, kind, channel, due_at, state) select $1, p.id, 'account.note', 'email', now() - interval '1 day', 'sent' from p`,
  `${ROWS} insert into identity.address_proofs (account_id, email, way, site_id, proved_at) select account_id, email, 'link', $1, now() from core.people where site_id = $1 and account_id is not null limit 1`,
  `insert into identity.passkeys (account_id, credential_id, public_key, rp_id, name, created_at) select account_id, 'c', '\\x00ff', 'localhost', 'Phone', now() from core.people where site_id = $1 and account_id is not null limit 1`,
  `insert into platform.notice_counts (site_id, channel, hour, sent) values ($1, 'email', now(), 1)`,
  `insert into platform.unclaimable (site_id, delivery, until) select $1, id, now() from core.deliveries where site_id = $1 limit 1`,
]

/** Rows of a site in all packed tables, as text; without what the workers make from them. */
export async function rowsOfSite(world: World, site: number, except: readonly string[] = []) {
  const { rows: tables } = await world.superuser.query<{ name: string; columns: string[] }>(`
    select table_schema || '.' || table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema in ('core', 'identity', 'platform') and table_name <> 'dues' group by 1 order by 1`)
  const found: Record<string, string[]> = {}
  for (const { name, columns } of tables) {
    const accounts = `(select id from identity.accounts where home_site = $1 union select account_id from core.people where site_id = $1
      union select account_id from core.sessions where site_id = $1 union select account_id from core.email_changes where site_id = $1)`
    const which =
      name === 'core.sites' || name === 'identity.accounts'
        ? `id in ${name === 'core.sites' ? '($1)' : accounts}`
        : columns.includes('site_id')
          ? 'site_id = $1'
          : name.startsWith('identity.') && `account_id in ${accounts}`
    if (!which || except.includes(name)) continue
    const { rows } = await world.superuser.query(
      `select (to_jsonb(t) - 'rendered_html' - 'renderer')::text as row from ${name} t where ${which} order by 1`,
      [site],
    )
    found[name] = rows.map(({ row }) => row).filter((row) => !/"action": "site\.(un)?pack"/.test(row))
  }
  return found
}

/** A world that stands for another, which can change: what was made for one is looked at in the other. */
function standIn(first: { world: World; api: Api }) {
  let current = first
  const delegate = <T extends object>(read: () => T): T =>
    new Proxy({} as T, {
      get: (_, name) => {
        const value = Reflect.get(read(), name)
        return typeof value === 'function' ? value.bind(read()) : value
      },
    })
  const world: World = {
    ...first.world,
    withSite: (...args) => current.world.withSite(...args),
    act: (...args) => current.world.act(...args),
    insert: (...args) => current.world.insert(...args),
    pool: (role) => delegate(() => current.world.pool(role)),
    superuser: delegate(() => current.world.superuser),
  }
  const api: Api = { ...first.api, call: (...args) => current.api.call(...args) }
  return {
    ...{ world, api },
    become: (next: typeof first) => {
      current = next
    },
  }
}

const DEPLOYMENT = 7

/** What belongs to the platform, not to a club. */
const OF_OPERATORS = ["operator's session", 'invitation of an operator']

/**
 * Two demo clubs; the first has rows in every table that is packed, pictures, files, and a secret of each kind.
 */
export const test = worldTest
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which other fixtures are needed.
  .extend('folder', { scope: 'file' }, ({}, { onCleanup }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'watchbill-packed-'))
    onCleanup(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  })
  .extend('rich', { scope: 'file' }, async ({ world, api, folder }) => {
    // The clubs are of a deployment whose ids exceed four bytes.
    for (const sequence of ['core.sites_id_seq', 'identity.accounts_id_seq', 'identity.passkeys_id_seq'])
      await world.superuser.query(`alter sequence ${sequence} restart ${DEPLOYMENT * DEPLOYMENT_IDS + 1}`)
    await seedDemo({ platformPool: world.pool('platform'), passwords: createPasswords(), clock: world.clock, log })
    const siteNamed = async (slug: string) => (await api.context.resolveSite(slug)) as Site
    const [site, other] = [await siteNamed('harbour'), await siteNamed('ridge')]
    const shown = standIn({ world, api })
    const mail = createMailboxes(shown.world, api.context.config.SESSION_SECRET)
    const { subject } = secretEvents(shown.world, shown.api, mail)
    const alive = new Map<string, Alive>()
    for (const [name, make] of Object.entries(secretMakers(shown.world, shown.api, mail)))
      if (!OF_OPERATORS.includes(name)) alive.set(name, await make(await subject(site, other)))
    const storage = createDiskStorage(path.join(folder, 'source'))
    const media = createMedia({ storage, log })
    const { bytes } = (await pictureCases()).find(({ taken }) => taken)!
    const { rows } = await world.superuser.query('select id::int, email from core.people where site_id = $1 limit 1', [
      site.id,
    ])
    const stored = await media.add(site.id, bytes, 'photo')
    const photo = stored.key
    await world.act(site, adminActor({ name: '', ...rows[0] }), (ctx) => setPhoto(ctx, rows[0].id, stored))
    const file = `f/${site.id}/${'a'.repeat(32)}`
    await storage.put(file, { bytes: Buffer.from('a file'), content_type: 'application/octet-stream' })
    await storage.put(`s/${other.id}/${'b'.repeat(32)}.png`, { bytes, content_type: 'image/png' })
    await world.insert(site, 'message_files', { key: 'a'.repeat(32) })
    await world.insert(site, 'message_pictures', { key: photo.replace('webp', 'png') })
    for (const statement of FILLERS) await world.superuser.query(statement, statement.includes('$1') ? [site.id] : [])
    const at = new Date(world.clock.epochMs() - 3 * 86_400_000)
    await world.insert(site, 'audit', { at, actor: 'system', action: 'people.update' })
    await closeAuditLogs({ pool: world.pool('worker'), clock: world.clock, log, storage, secret: SECRET })
    return {
      ...{ site, other, storage, photo, file },
      people: () =>
        world.superuser.query('select id::int from core.people where site_id = $1 and erased_at is null order by id', [
          site.id,
        ]),
      /** The secrets that do not work in a database; each is used up by that. */
      dead: async (next: { world: World; api: Api }): Promise<string[]> => {
        shown.become(next)
        const found: string[] = []
        for (const [name, check] of alive) if (!(await check())) found.push(name)
        return found
      },
    }
  })
  /** An empty database with a storage of its own. */
  .extend('target', async ({ folder }, { onCleanup }) => {
    const target = await createWorld()
    onCleanup(() => target.close())
    return { world: target, storage: createDiskStorage(mkdtempSync(path.join(folder, 'target-'))) }
  })
  /** The first club in a file, with its rows then. */
  .extend('packed', { scope: 'file' }, async ({ world, rich, folder }) => {
    const file = path.join(folder, 'harbour.tar')
    const before = await rowsOfSite(world, rich.site.id)
    const parts = { pool: world.pool('platform'), clock: world.clock, storage: rich.storage, secret: SECRET }
    return { file, before, manifest: await packSite(parts, { slug: 'harbour', file }) }
  })
  /** Unpacks that file, or another, into the target. */
  .extend(
    'unpack',
    ({ packed, target }) =>
      (over: Partial<Parameters<typeof unpackSite>[1]> = {}) =>
        unpackSite(
          {
            pool: target.world.pool('platform'),
            storage: target.storage,
            now: target.world.clock.now(),
            secret: SECRET,
          },
          { file: packed.file, ...over },
        ),
  )

/** The sites of a database. */
export const sitesOf = async ({ superuser }: World) => (await superuser.query('select slug from core.sites')).rows
