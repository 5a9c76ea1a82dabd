import { expect } from 'vitest'
import { catalogueBreaches } from '#tests/support/catalogue.ts'
import { test } from '#tests/support/fixture.ts'

test('every table of core holds the locks of tenancy, and no role may more than it needs', async ({ world }) => {
  expect(await catalogueBreaches(world.superuser)).toEqual([])
  const { rows } = await world.superuser.query(
    "select count(*)::int as tables from pg_tables where schemaname = 'core'",
  )
  expect(rows[0].tables).toBeGreaterThan(15)
})

test.for([
  ['a dropped policy', 'drop policy shifts_site on core.shifts', 'shifts: no restrictive policy'],
  [
    'a policy without check',
    `alter policy shifts_site on core.shifts with check (true)`,
    'shifts: no restrictive policy',
  ],
  ['row security not forced', 'alter table core.people no force row level security', 'people: row security'],
  ['a table without a site', 'create table core.loose (id bigint primary key)', 'loose: site_id'],
  [
    'a plain foreign key',
    'alter table core.news add column boss bigint, add constraint bossy unique (site_id, boss), add column at bigint; create unique index news_id on core.news (id); alter table core.kiosks add column n bigint references core.news (id)',
    'kiosks: foreign key',
  ],
  [
    'a key over all sites',
    'create unique index locations_name on core.locations (name)',
    'locations: unique locations_name',
  ],
  [
    'a runtime role that truncates',
    'grant truncate on core.events to watchbill_app',
    'watchbill_app may truncate events',
  ],
  [
    'an audit log that can be changed',
    'grant update (action) on core.audit to watchbill_worker',
    'watchbill_worker may update audit',
  ],
  [
    'password hashes for the web',
    'grant select (email) on identity.accounts to watchbill_app',
    'watchbill_app reads identity.accounts',
  ],
  [
    'a function with its owner’s rights',
    `create function core.leak() returns int language sql security definer as 'select 1'`,
    'core.leak: runs with',
  ],
] as const)('%s is reported', async ([_what, change, breach], { world }) => {
  const client = await world.superuser.connect()
  try {
    await client.query('begin')
    await client.query(change)
    expect((await catalogueBreaches(client)).join('\n')).toContain(breach)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
