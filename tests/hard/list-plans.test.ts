import { expect } from 'vitest'
import { listStatement } from '#server/engine/collections/list-sql.ts'
import { parseQuery } from '#server/engine/collections/query-shape.ts'
import { COLLECTIONS } from '#server/registry.ts'
import { worldTest as base } from '#tests/support/fixture.ts'

const registry = new Map(COLLECTIONS.map((declaration) => [declaration.contract.name, declaration]))
const [PEOPLE, PLACES] = process.env.PROOF ? [20_000, 60_000] : [5_000, 15_000]

const test = base
  .extend('scene', { scope: 'file', auto: true }, async ({ world }) => {
    const site = await world.makeSite({ timezone: 'Europe/London' })
    const fill = (text: string, ...values: unknown[]) => world.superuser.query(text, [site.id, ...values])
    await fill(
      `insert into core.people (site_id, name, email)
     select $1, 'Person ' || i, 'p' || i || '@example.org' from generate_series(1, $2::int) i`,
      PEOPLE,
    )
    const event = await world.insert(site, 'events', {
      name: 'Season',
      start: '2027-01-01T00:00:00Z',
      end: '2027-12-31T00:00:00Z',
    })
    await fill(
      `insert into core.shifts (site_id, event, person, start, "end")
     select $1, $2, person, t, t + interval '1 hour' from generate_series(1, $4::int) i,
       lateral (select (select min(id) from core.people where site_id = $1) + i % $3::int as person, timestamptz '2027-01-01' + i * interval '5 minutes' as t) x`,
      event.id,
      PEOPLE,
      PLACES,
    )
    await world.superuser.query('analyze core.people, core.shifts')
    return { site }
  })
  .extend('site', { scope: 'file' }, ({ scene }) => scene.site)
  /** The plan of a list's statement, prepared as a connection of the product prepares it. */
  .extend(
    'planOf',
    { scope: 'file' },
    ({ site, world }) =>
      async (
        collection: string,
        asked: Record<string, string>,
        { options = 'costs', settings = {} }: { options?: string; settings?: Record<string, string> } = {},
      ): Promise<string[]> => {
        const declaration = registry.get(collection)!
        const query = parseQuery(registry, declaration, 'admin', site.timezone, asked)
        const { text, values } = listStatement(registry, declaration, 'admin', query)
        const run = { me: null, admin: true, now: world.clock.now(), organisation: site.name, zone: site.timezone }
        const client = await world.pool('app').connect()
        try {
          await client.query('begin')
          for (const [name, value] of Object.entries({ 'app.site_id': String(site.id), ...settings }))
            await client.query('select set_config($1, $2, true)', [name, value])
          await client.query(`prepare listing as ${text}`)
          const given = values({ ...run, filters: query.filters.map((filter) => filter.values) })
          const { rows } = await client.query(
            `explain (${options}) execute listing(${given.map((value) => client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)))})`,
          )
          return rows.map((row) => row['QUERY PLAN'])
        } finally {
          await client.query('rollback; deallocate all')
          client.release()
        }
      },
  )

test('bounds of a time filter are index conditions in spite of row security', async ({ planOf }) => {
  const plan = await planOf(
    'shifts',
    { start__gte: '2027-01-01', start__lt: '2027-02-01', expand: 'event,person' },
    { settings: { enable_seqscan: 'off', enable_bitmapscan: 'off', plan_cache_mode: 'force_generic_plan' } },
  )
  expect(plan.join('\n')).toMatch(/Index Cond: \(\(site_id = .*\) AND \(start >= .*\) AND \(start < .*\)\)/)
  expect(plan.join('\n')).not.toContain('Seq Scan')
})

test.for(['force_custom_plan', 'force_generic_plan'])(
  'a filter by a text of related records reads these once, not once a row of the list (%s)',
  async (plan_cache_mode, { planOf }) => {
    const plan = await planOf(
      'shifts',
      { sort: 'start', 'person/name': 'person 199' },
      { options: 'analyze, costs off, timing off, buffers off', settings: { plan_cache_mode } },
    )
    const people = plan.filter((line) => line.includes(' on people r'))
    const loops = people.flatMap((line) => /loops=(\d+)\)/.exec(line)?.[1] ?? [])
    expect(loops.length).toBeGreaterThan(0)
    expect(new Set(loops), people.join('\n')).toEqual(new Set(['1']))
  },
)

test('folding is inlined into the query as one expression, and every caller may use it', async ({ world }) => {
  const { rows } = await world.superuser.query(
    "explain (verbose) select id from core.people where site_id = 1 and core.folded(name) like (select core.folded('%É%'))",
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/octet_length\(.*name\) = /)
  expect(plan).not.toContain('folded(')
})
