import { Kysely, PostgresDialect } from 'kysely'
import type { Actor } from '#server/engine/access/actor.ts'
import type { Row } from '#server/engine/collections/define.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { COLLECTIONS, createProductCollections } from '#server/registry.ts'
import { callerOf, makeRecords, shapeOf, systemCaller } from './collection-samples.ts'
import { mooringsCollection } from './moorings/collection.ts'
import { createMoorings } from './moorings/migration.ts'
import { createWorld, memberActor, recentAdmin } from './world.ts'

/** The battery runs over every registered collection, and over one that nothing but its folder knows. */
export const DECLARATIONS = [...COLLECTIONS, mooringsCollection]
export const engine = createProductCollections(DECLARATIONS)

/** An id that no record has. */
export const NEVER = 9_007_199_254_740_990
const COUNT = 7

export type Battery = Awaited<ReturnType<typeof createBattery>>

/** Two sites of a new world, and callers of each standing in the first. */
export async function createBattery() {
  const world = await createWorld()
  await createMoorings(new Kysely({ dialect: new PostgresDialect({ pool: world.superuser }) }))
  const [a, b] = [await world.makeSite(), await world.makeSite()]
  const boss = await world.makePerson(a, { role: 'admin' })
  const one = await world.makePerson(a)
  const actors: Record<string, Actor> & { admin: Actor } = {
    nobody: { kind: 'nobody' },
    kiosk: { kind: 'kiosk', id: 1, name: 'Door' },
    reader: { kind: 'key', id: 1, scope: 'read' },
    writer: { kind: 'key', id: 2, scope: 'write' },
    member: memberActor(one),
    admin: await recentAdmin(world, a, boss),
  }
  const admin = callerOf(world, engine, a, actors.admin)
  const member = callerOf(world, engine, a, memberActor(one))

  /** A fingerprint of a site's rows: equal before and after means that nothing was written. */
  const fingerprint = async (site: Site, table: string) => {
    const { rows } = await world.superuser.query(
      `select count(*)::int as n, coalesce(md5(string_agg(t::text, '|' order by t.id)), '') as rows from core."${table}" t where site_id = $1`,
      [site.id],
    )
    return rows[0]
  }
  /** Records of a collection on the site, and two on the other one. */
  const recordsOf = async (
    name: string,
  ): Promise<{ own: (Row & { id: number })[]; foreign: (Row & { id: number })[] }> => ({
    own: await makeRecords(engine, admin, name, COUNT),
    foreign: await makeRecords(engine, systemCaller(world, engine, b), name, 2),
  })
  const list = async (name: string, query: Record<string, string> = {}, call = admin) =>
    shapeOf(await call('GET', name, { query }))
  return { world, a, b, actors, admin, member, fingerprint, recordsOf, list }
}
