import type { Ctx } from '#server/engine/access/context.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { ImportInput } from '#server/imports/checked-file.ts'
import { applyImport, previewImport } from '#server/imports/commands.ts'
import { test as base } from './fixture.ts'
import { checkedFor, fixture, input } from './import-files.ts'
import { adminActor } from './world.ts'

export const test = base
  .extend(
    'contents',
    { scope: 'file' },
    ({ world }) =>
      async (site: Site, tables = TABLES): Promise<Record<string, unknown[]>> => {
        const lists = await Promise.all(
          tables.map((table) =>
            world.superuser.query(`select to_jsonb(t) as row from core.${table} t where site_id = $1 order by id`, [
              site.id,
            ]),
          ),
        )
        return Object.fromEntries(tables.map((table, i) => [table, lists[i]!.rows.map(({ row }) => row)]))
      },
  )
  .extend(
    'count',
    { scope: 'file' },
    ({ world }) =>
      async (site: Site, from: string): Promise<number> =>
        (await world.superuser.query(`select count(*)::int as n from core.${from} and t.site_id = $1`, [site.id]))
          .rows[0].n,
  )
  .extend('club', { scope: 'file' }, ({ world }) => async () => {
    const site = await world.makeSite({ timezone: 'Europe/London' })
    const admin = adminActor(await world.makePerson(site, { role: 'admin', name: 'The Admin' }))
    const act = <T>(work: (ctx: Ctx) => Promise<T>) => world.act(site, admin, work)
    const preview = (given: ImportInput) =>
      world.withSite(site.id, (db) =>
        previewImport(
          { db, site, actor: admin, clock: world.clock, log: null as never, wake: () => {} },
          checkedFor(site, given),
        ),
      )
    const apply = async (given: ImportInput, skip_errors = false) => {
      const { digest } = await preview(given)
      return act((ctx) => applyImport(ctx, { ...checkedFor(site, given), digest, skip_errors }))
    }
    return { site, admin, act, preview, apply }
  })

const TABLES = [
  'people',
  'competencies',
  'records',
  'eventtypes',
  'series',
  'locations',
  'assignments',
  'roles',
  'events',
  'shifts',
  'imports',
  'audit',
]

export const PEOPLE = () => input('people', fixture('harbour-people'), { name: 'harbour-people.csv' })
export const SEASON = () => input('season', fixture('harbour-season'), { name: 'harbour-season.csv' })
export const BROKEN = () => input('season', fixture('harbour-season-broken'))
