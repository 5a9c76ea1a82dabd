import { Kysely, PostgresDialect } from 'kysely'
import type { Actor } from '#server/engine/access/actor.ts'
import type { Row } from '#server/engine/collections/define.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { COLLECTIONS, createProductCollections } from '#server/registry.ts'
import { type Caller, callerOf, makeRecords, shapeOf, systemCaller } from './collection-samples.ts'
import { worldTest } from './fixture.ts'
import { mooringsCollection } from './moorings/collection.ts'
import { createMoorings } from './moorings/migration.ts'
import { memberActor, recentAdmin } from './world.ts'

/** The battery runs over every registered collection, and over one that nothing but its folder knows. */
export const DECLARATIONS = [...COLLECTIONS, mooringsCollection]
export const engine = createProductCollections(DECLARATIONS)

/** An id that no record has. */
export const NEVER = 9_007_199_254_740_990
const COUNT = 7

type Made = { own: (Row & { id: number })[]; foreign: (Row & { id: number })[] }

/** Two sites, and callers of each standing in the first. */
const battery = worldTest
  .extend('a', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('b', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('one', { scope: 'file' }, async ({ world, a }) => memberActor(await world.makePerson(a)))
  .extend(
    'actors',
    { scope: 'file' },
    async ({ world, a, one }): Promise<Record<string, Actor>> => ({
      nobody: { kind: 'nobody' },
      kiosk: { kind: 'kiosk', id: 1, name: 'Door' },
      reader: { kind: 'key', id: 1, scope: 'read' },
      writer: { kind: 'key', id: 2, scope: 'write' },
      member: one,
      admin: await recentAdmin(world, a, await world.makePerson(a, { role: 'admin' })),
    }),
  )
  .extend('admin', { scope: 'file' }, ({ world, a, actors }) => callerOf(world, engine, a, actors.admin!))
  .extend('member', { scope: 'file' }, ({ world, a, one }) => callerOf(world, engine, a, one))
  /** A fingerprint of a site's rows: equal before and after means that nothing was written. */
  .extend('fingerprint', { scope: 'file' }, ({ world }) => async (site: Site, table: string) => {
    const { rows } = await world.superuser.query(
      `select count(*)::int as n, coalesce(md5(string_agg(t::text, '|' order by t.id)), '') as rows from core."${table}" t where site_id = $1`,
      [site.id],
    )
    return rows[0]
  })
  /** Records of a collection on the first site, and two on the other one; they are made once. */
  .extend('recordsOf', { scope: 'file' }, async ({ world, b, admin }) => {
    await createMoorings(new Kysely({ dialect: new PostgresDialect({ pool: world.superuser }) }))
    const made = new Map<string, Promise<Made>>()
    const make = async (name: string) => ({
      own: await makeRecords(engine, admin, name, COUNT),
      foreign: await makeRecords(engine, systemCaller(world, engine, b), name, 2),
    })
    return (name: string) => {
      const known = made.get(name) ?? make(name)
      made.set(name, known)
      return known
    }
  })

/** For the tests of one collection: `own` and `foreign` are its records on the two sites, `list` asks for it as its admin. */
export const collectionTest = (name: string) =>
  battery
    .extend('records', { auto: true }, ({ recordsOf }) => recordsOf(name))
    .extend('own', ({ records }) => records.own)
    .extend('foreign', ({ records }) => records.foreign)
    .extend(
      'list',
      ({ admin }) =>
        async (query: Record<string, string> = {}, call: Caller = admin) =>
          shapeOf(await call('GET', name, { query })),
    )
