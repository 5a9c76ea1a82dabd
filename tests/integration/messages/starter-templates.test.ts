import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { up } from '#migrations/0175-starter-templates.ts'
import { STARTERS } from '#server/messages/templates/starters.ts'
import { newSite } from '#server/platform/contract.ts'
import { createSite } from '#server/platform/sites.ts'
import { test as base } from '#tests/support/fixture.ts'

const test = base.extend('templatesOf', ({ world }) => async (site: number) => {
  const { rows } = await world.superuser.query(
    'select name, kind, subject, body from core.messagetemplates where site_id = $1 order by id',
    [site],
  )
  return rows
})

test('a new site begins with templates', async ({ world, templatesOf }) => {
  const site = await createSite(
    { pool: world.pool('platform'), now: world.clock.now() },
    newSite.parse({ slug: 'fresh', name: 'Fresh' }),
  )
  expect(await templatesOf(site.id)).toEqual(STARTERS)
})

test('a site from before gets them if it has none of its own', async ({ world, site, templatesOf }) => {
  const other = await world.makeSite()
  await world.insert(other, 'messagetemplates', { name: 'Own', body: 'x' })
  const pool = new pg.Pool({ connectionString: world.url, max: 1 })
  const db = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool }) })
  await db.transaction().execute(async (trx) => {
    await sql`set local role watchbill_migrator`.execute(trx)
    await up(trx as never)
  })
  await db.destroy()
  expect(await templatesOf(site.id)).toEqual(STARTERS)
  expect(await templatesOf(other.id)).toMatchObject([{ name: 'Own' }])
})
