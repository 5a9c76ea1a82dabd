import { Kysely, PostgresDialect } from 'kysely'
import { createSiteTable, type Db, reference } from '#migrations/site-table.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import { defineContract } from '#server/engine/collections/contract.ts'
import { defineCollection, type Row } from '#server/engine/collections/define.ts'
import {
  choice,
  date,
  flag,
  id,
  instant,
  integer,
  json,
  number,
  orNull,
  relation,
  relations,
  required,
  text,
  textLine,
  textList,
} from '#server/engine/collections/field-contract.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { COLLECTIONS, createProductCollections } from '#server/registry.ts'
import { worldTest } from '../fixture.ts'
import { memberActor, recentAdmin } from '../world.ts'
import { type Caller, callerOf, makeRecords, shapeOf, systemCaller } from './samples.ts'

/** A collection that the product does not have, with a field of every kind. */
export const moorings = defineContract({
  name: 'moorings',
  singular: 'mooring',
  title: 'Moorings',
  label: 'name',
  fields: {
    id: id(),
    name: required(textLine(200)),
    side: choice(['port', 'starboard'], 'port'),
    depth: orNull(number()),
    laid: orNull(date()),
    inspected: orNull(instant()),
    location: orNull(relation('locations')),
    needs: relations('competencies'),
    marks: textList(40),
    details: text(2000),
    facts: json(),
    order: integer(),
    archived: flag(),
  },
  search: ['name', 'location/name'],
  sort: ['order', 'name'],
})

export const mooringsCollection = defineCollection(moorings, {
  access: { user: { read: { rows: ({ t }) => `not ${t}.archived`, fields: ['name', 'side', 'location'] } } },
})

export const createMoorings = (db: Db) =>
  createSiteTable(
    db,
    'moorings',
    `name text not null default '', side text not null default 'port', depth double precision, laid date,
     inspected timestamptz, location bigint, needs bigint[] not null default '{}', marks text[] not null default '{}',
     details text not null default '', facts jsonb not null default '{}', "order" integer not null default 0,
     archived boolean not null default false, created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(), ${reference('moorings', 'location', 'locations', 'clear')}`,
  )

/** The tests run over every registered collection, and over one that only they have. */
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
  /** Records of a collection on the first site, and two on the other; they are created once. */
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

/** The fixture for one collection: `own` and `foreign` are its records on the two sites; `list` lists it as the admin. */
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
