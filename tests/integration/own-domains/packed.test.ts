import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { createDiskStorage } from '#server/engine/kernel/storage/disk.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { replayErasures } from '#server/platform/erasures.ts'
import { packSite } from '#server/platform/pack.ts'
import { suspendSite } from '#server/platform/sites.ts'
import { unpackSite } from '#server/platform/unpack.ts'
import { test as base } from '#tests/support/own-domains.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const secret = 'a secret of the tests that is long enough'

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which other fixtures are needed.
  .extend('folder', ({}, { onCleanup }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'watchbill-domains-'))
    onCleanup(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  })
  .extend('domain', async ({ site, domains, domain }) => {
    await domains.prove(site.slug, domain)
    return domain
  })
  .extend('packed', async ({ world, folder, site, domain: _ }) => {
    const file = path.join(folder, 'club.tar')
    const storage = createDiskStorage(path.join(folder, 'files'))
    await packSite({ pool: world.pool('platform'), clock: world.clock, storage, secret }, { slug: site.slug, file })
    return { file, storage }
  })
  .extend('ownDomainOf', { scope: 'file' }, ({ world }) => async (id: number, at: World = world) => {
    const { rows } = await at.superuser.query(
      'select own_domain, (select count(*)::int from platform.domains d where d.site = s.id) as n from core.sites s where id = $1',
      [id],
    )
    return rows[0]
  })

test('an own domain stays with its deployment: a packed club has none elsewhere', async ({
  packed,
  site,
  ownDomainOf,
}) => {
  const there = await createWorld()
  try {
    const parts = { pool: there.pool('platform'), storage: packed.storage, now: there.clock.now(), secret }
    await unpackSite(parts, { file: packed.file })
    expect(await ownDomainOf(site.id, there)).toEqual({ own_domain: null, n: 0 })
  } finally {
    await there.close()
  }
})

test('a club that is put back keeps the domains that it has here, not those of the file', async ({
  world,
  packed,
  site,
  domain,
  domains,
  ownDomainOf,
}) => {
  const parts = { pool: world.pool('platform'), storage: packed.storage, now: world.clock.now(), secret }
  await suspendSite(parts, site.slug)
  await unpackSite(parts, { file: packed.file, replace: true })
  expect(await ownDomainOf(site.id)).toEqual({ own_domain: domain, n: 1 })
  await domains.remove(site.slug, domain)
  await suspendSite(parts, site.slug)
  await unpackSite(parts, { file: packed.file, replace: true })
  expect(await ownDomainOf(site.id)).toEqual({ own_domain: null, n: 0 })
})

test('a club that was erased since a backup has no domain after the restore', async ({
  world,
  site,
  domain: _,
  ownDomainOf,
}) => {
  const at = new Date(Date.now() + 60_000)
  const erasure = { site: site.id, person: null, at: at.toISOString() }
  await inTransaction<DB, unknown>(world.pool('platform'), 'write', {}, (db) => replayErasures(db, [erasure], at))
  expect(await ownDomainOf(site.id)).toEqual({ own_domain: null, n: 0 })
})
