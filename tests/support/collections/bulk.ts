import type { Row } from '#server/engine/collections/define.ts'
import { createProductCollections } from '#server/registry.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'
import { callerOf } from './samples.ts'

const engine = createProductCollections()

export const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-06-01T12:00:00Z'))
  .extend('me', { auto: true }, ({ world, site }) => world.makePerson(site, { name: 'Mo Member' }))
  .extend('asAdmin', async ({ world, site }) =>
    callerOf(world, engine, site, adminActor(await world.makePerson(site, { role: 'admin', name: 'Bo Boss' }))),
  )
  .extend('asMember', { auto: true }, ({ world, site, me }) => callerOf(world, engine, site, memberActor(me)))
  .extend(
    'bulk',
    ({ asAdmin }) =>
      async (name: string, body: Row, call = asAdmin) =>
        JSON.parse(String((await call('POST', name, { segments: ['bulk'], body })).body)),
  )
  .extend(
    'undo',
    ({ asAdmin }) =>
      async (name: string, token: unknown, call = asAdmin) =>
        JSON.parse(String((await call('POST', name, { segments: ['undo'], body: { token } })).body)),
  )
  .extend(
    'places',
    ({ asAdmin }) =>
      (count: number) =>
        asAdmin('POST', 'locations', {
          body: Array.from({ length: count }, (_, i) => ({ name: `Pontoon ${i}`, order: i })),
        }),
  )
  /** All of the site's rows but the audit log and the trash itself, without the numbers of calendar entries. */
  .extend('everything', ({ world, site }) => async () => {
    const { rows: tables } = await world.superuser.query(
      "select tablename from pg_tables where schemaname = 'core' and tablename not in ('audit', 'undos', 'trash', 'deliveries', 'sites', 'withdrawn_shifts', 'withdrawn_events', 'marks') order by 1",
    )
    const texts = []
    for (const { tablename } of tables) {
      const { rows } = await world.superuser.query(
        `select (to_jsonb(t) - 'sequence')::text as row from core."${tablename}" t where site_id = $1 order by t.id`,
        [site.id],
      )
      texts.push([tablename, rows.map(({ row }) => row)])
    }
    return texts
  })
