import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished } from 'vitest'
import type { Site } from '#server/engine/tenancy/site.ts'
import { exportSite } from '#server/platform/export.ts'
import { createMailboxes } from '#tests/support/accounts.ts'
import { test as base } from '#tests/support/fixture.ts'
import { secretEvents } from '#tests/support/secrets/events.ts'
import { secretMakers } from '#tests/support/secrets/makers.ts'

/** The table of secrets of docs/security.md: names and the effect of each event. */
const lines = readFileSync('docs/security.md', 'utf8').split('\n')
const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const head = cells(lines.find((line) => line.startsWith('| secret |')) ?? '')
const table = lines
  .slice(lines.findIndex((line) => line.startsWith('| secret |')) + 2)
  .filter((_, at, all) => all.slice(0, at + 1).every((one) => one.startsWith('|')))
  .map((line) => Object.fromEntries(cells(line).map((cell, at) => [head[at] ?? '', cell])))
const SECRET_COLUMNS = table.flatMap((row) =>
  [...(row['kept in'] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
)
const EVENTS = head.slice(4)

const test = base
  .extend('scene', { scope: 'file', auto: true }, async ({ world, api }) => {
    const sites: [Site, Site] = [await world.makeSite({ sms_enabled: true }), await world.makeSite()]
    for (const site of sites) await world.makePerson(site, { role: 'admin' })
    const mail = createMailboxes(world, api.context.config.SESSION_SECRET)
    const makers = secretMakers(world, api, mail)
    const happens = secretEvents(world, api, mail)
    return { sites, makers, happens }
  })
  .extend('sites', { scope: 'file' }, ({ scene }) => scene.sites)
  .extend('makers', { scope: 'file' }, ({ scene }) => scene.makers)
  .extend('happens', { scope: 'file' }, ({ scene }) => scene.happens)
  .extend('aliveUnder', { scope: 'file' }, ({ api, makers, happens, sites }) => {
    const config = api.context.config as { SESSION_SECRET: string }
    /** Makes a secret under the product's own, and checks it under the one that `after` derives from it. */
    return async (after: (old: string) => string, name: string) => {
      const alive = await makers[name]!(await happens.subject(...sites))
      const old = config.SESSION_SECRET
      config.SESSION_SECRET = after(old)
      try {
        return await alive()
      } finally {
        config.SESSION_SECRET = old
      }
    }
  })

test('every secret of the table is made here, and every event happens', ({ makers, happens }) => {
  expect(table.map((row) => row.secret).sort()).toEqual(Object.keys(makers).sort())
  expect(EVENTS.sort()).toEqual(Object.keys(happens.events).sort())
  expect(table.length).toBeGreaterThanOrEqual(20)
})

describe.each(table)('$secret', (row) => {
  test('works until then', async ({ makers, happens, sites }) => {
    const alive = await makers[row.secret ?? '']!(await happens.subject(...sites))
    expect(await alive()).toBe(true)
  })
  test.for(EVENTS.map((event) => [event, row[event] ?? ''] as const))(
    '%s: %s',
    async ([event, cell], { happens, sites, makers }) => {
      expect(cell).toMatch(/^(ends|stays \(\d{1,2}\))$/)
      const who = await happens.subject(...sites)
      const alive = await makers[row.secret ?? '']!(who)
      await happens.events[event]!(who)
      expect(await alive()).toBe(cell.startsWith('stays'))
    },
  )
})

const NEW = 'a newer secret of the product that is long enough'

test.for(table.map(({ secret = '' }) => [secret] as const))(
  '%s outlives a new secret of the product that names the old one',
  async ([name], { aliveUnder }) => {
    expect(await aliveUnder((old) => `${NEW},${old}`, name)).toBe(true)
  },
)

test('once the old one is removed, what it made ends', async ({ aliveUnder }) => {
  const ended: string[] = []
  for (const { secret: name = '' } of table) if (!(await aliveUnder(() => NEW, name))) ended.push(name)
  expect(ended.sort()).toEqual([
    'key of an app being set up',
    'known-device mark',
    'link of a question about a swap',
    'link of a request to cover',
    'link of an offer from a waiting list',
    'link that answers for a shift',
    'phone code',
    'second-step ticket',
    'secret of a sign-in provider',
  ])
})

test('each secret that survives has a written reason', () => {
  const reasons = table.flatMap((row) => EVENTS.flatMap((event) => row[event]?.match(/\((\d)\)/)?.[1] ?? []))
  for (const reason of new Set(reasons)) expect(lines.some((line) => line.startsWith(`${reason}. `))).toBe(true)
})

const HARMLESS: Record<string, string> = {
  'audit_checkpoints.before_hash': 'a hash of another row',
  'audit_checkpoints.lines_hash': 'a hash of rows',
  'audit_checkpoints.signature': 'opens nothing: it proves who wrote the row',
  'domains.token': 'public: its owner publishes it in the DNS',
  'idempotency_keys.key': 'made up by the caller, and found only with their credentials',
  'kiosks.code_expires': 'a time',
  'message_files.key': 'a place in the storage, which only the product reads',
  'message_pictures.key': 'public: mails show the picture',
  'messages.paused_key': 'a number of an order',
  'messages.sent_key': 'a number of an order',
  'operator_invitations.id': 'the link is derived from it with the product’s own secret',
  'passkeys.credential_id': 'public: the browser is given it',
  'passkeys.public_key': 'public',
  'password_resets.id': 'the link is derived from it with the product’s own secret',
  'provider_budget.tokens': 'a count',
  'rate_limits.key': 'a hash of whom it counts',
  'sessions.family_id': 'names a row, and is never asked for',
  'sites.default_country_code': 'a country',
}

test('the export of a site leaves out every secret of the table', async ({ world, makers, happens, sites }) => {
  for (const make of Object.values(makers)) await make(await happens.subject(...sites))
  const dir = mkdtempSync(path.join(tmpdir(), 'wb-export-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const files = Object.keys(
    await exportSite({ pool: world.pool('platform'), now: world.clock.now() }, sites[0].slug, dir),
  )
  const { rows } = await world.superuser.query(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'core'`,
  )
  const kept = SECRET_COLUMNS.filter((name) => rows.some((row) => row.name === name))
  expect(kept.length).toBeGreaterThan(10)
  const exported = kept.filter((name) => {
    const [tableName, column] = name.split('.')
    const file = `${tableName}.json`
    return files.includes(file) && readFileSync(path.join(dir, file), 'utf8').includes(`"${column}":`)
  })
  expect(exported).toEqual([])
  expect(files).toEqual(expect.arrayContaining(['people.json', 'kiosks.json', 'apikeys.json', 'coverasks.json']))
  expect(JSON.parse(readFileSync(path.join(dir, 'coverasks.json'), 'utf8'))).not.toEqual([])
})

test('every column of the database that holds a secret is in the table', async ({ world }) => {
  const { rows } = await world.superuser.query(
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c
     where c.table_schema in ('core', 'identity', 'platform') and (c.column_default ~ 'random' or
       c.column_name ~ '(^|_)(hash|secret|token|tokens|uid|uuid|code|codes|key|keys|credential|password|challenge|ticket|nonce|salt|signature)(_|$)')
     order by 1`,
  )
  const found = rows.map(({ name }) => name as string)
  expect(found.filter((name) => !SECRET_COLUMNS.includes(name) && !(name in HARMLESS))).toEqual([])
  expect([...SECRET_COLUMNS, ...Object.keys(HARMLESS)].filter((name) => !found.includes(name))).toEqual([])
})
