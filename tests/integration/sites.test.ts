import { expect } from 'vitest'
import { createResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import { newSite, originField, RESERVED_SLUGS, SLUG_REST_DAYS } from '#server/platform/contract.ts'
import { createSite, deleteSite, listSites, moveSite, resumeSite, suspendSite } from '#server/platform/sites.ts'
import { test as base } from '#tests/support/fixture.ts'

const DAY = 86_400_000
const NOW = new Date('2027-03-01T12:00:00Z')

const test = base
  .extend('at', { scope: 'file' }, ({ world }) => (days = 0) => ({
    pool: world.pool('platform'),
    now: new Date(NOW.getTime() + days * DAY),
  }))
  .extend(
    'create',
    { scope: 'file' },
    ({ at }) =>
      (slug: string, days = 0) =>
        createSite(at(days), newSite.parse({ slug, name: `Club ${slug}` })),
  )
  /** A separate resolver, so that nothing is remembered. */
  .extend(
    'resolves',
    { scope: 'file' },
    ({ world }) =>
      async (slug: string) =>
        (await createResolveSite(world.pool('app'), world.clock)(slug)) !== null,
  )

test('names with another meaning are refused, and so are invalid ones', async ({ at, world }) => {
  expect(RESERVED_SLUGS.size).toBeGreaterThanOrEqual(60)
  const hostile = [
    '_dmarc',
    'xn--club-pua',
    'deleted-7',
    'Club',
    'a_b',
    '-a',
    'a-',
    'a.b',
    '',
    'é',
    'a'.repeat(64),
    'a b',
    "a'b",
  ]
  for (const slug of [...RESERVED_SLUGS, ...hostile]) {
    expect([slug, newSite.safeParse({ slug, name: 'X' }).success]).toEqual([slug, false])
    await expect(createSite(at(), { ...newSite.parse({ slug: 'fine', name: 'X' }), slug })).rejects.toThrow()
  }
  const { rows } = await world.superuser.query('select slug from core.sites')
  expect(rows).toEqual([])
})

test.each(['www', 'api', 'admin', 'mail', 'platform', 'static', 'kiosk', 'autodiscover'])('%s is reserved', (slug) => {
  expect(RESERVED_SLUGS.has(slug)).toBe(true)
})

test('a new site answers, a suspended one does not, a resumed one does again', async ({
  create,
  resolves,
  at,
  world,
}) => {
  const { id } = await create('lake')
  expect(await resolves('lake')).toBe(true)
  expect(await suspendSite(at(), 'lake')).toEqual({ id, slug: 'lake', status: 'suspended' })
  expect(await resolves('lake')).toBe(false)
  await expect(suspendSite(at(), 'lake')).rejects.toMatchObject({ code: 'not_found' })
  await resumeSite(at(), 'lake')
  expect(await resolves('lake')).toBe(true)
  const { rows } = await world.superuser.query('select action, at from core.audit where site_id = $1 order by id', [id])
  expect(rows.map((row) => row.action)).toEqual(['site.create', 'site.suspend', 'site.resume'])
  expect(rows[0].at).toEqual(NOW)
})

test('a moved club keeps its name and its data, and comes back only as a whole', async ({
  create,
  resolves,
  at,
  world,
}) => {
  const { id } = await create('weir')
  const to = 'https://weir.example.org'
  expect(await moveSite(at(), 'weir', to)).toEqual({ id, slug: 'weir', status: 'moved' })
  expect(await resolves('weir')).toBe(false)
  await expect(create('weir')).rejects.toMatchObject({ code: 'invalid' })
  await expect(resumeSite(at(), 'weir')).rejects.toMatchObject({ code: 'not_found' })
  const { rows: active } = await world.superuser.query(
    `select s ->> 'slug' as slug from jsonb_array_elements(core.active_sites()) s where s ->> 'slug' = 'weir'`,
  )
  expect(active).toEqual([])
  await moveSite(at(), 'weir', null)
  expect(await resolves('weir')).toBe(true)
  await expect(moveSite(at(), 'weir', null)).rejects.toMatchObject({ code: 'not_found' })
  const { rows } = await world.superuser.query('select action from core.audit where site_id = $1 order by id', [id])
  expect(rows.map(({ action }) => action)).toEqual(['site.create', 'site.move', 'site.back'])
})

test.each(['weir.example.org', 'https://weir.example.org/', 'https://a b', 'ftp://x', `https://${'x'.repeat(400)}`])(
  '%s is no address of a moved club',
  (text) => {
    expect(originField.safeParse(text).success).toBe(false)
  },
)

test('a taken name stays taken, even for parallel requests', async ({ create }) => {
  await create('cove')
  await expect(create('cove')).rejects.toMatchObject({
    code: 'invalid',
    extras: { issues: { slug: ['This name is taken.'] } },
  })
  const both = await Promise.allSettled([create('bay'), create('bay'), create('bay')])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of both)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'invalid' })
})

test('a deleted name rests for 90 days, then leads to the new site only', async ({ create, at, resolves }) => {
  const old = await create('reef')
  await deleteSite(at(), 'reef')
  expect(await resolves('reef')).toBe(false)
  await expect(resumeSite(at(), 'reef')).rejects.toMatchObject({ code: 'not_found' })
  await expect(create('reef', SLUG_REST_DAYS - 0.01)).rejects.toMatchObject({ code: 'invalid' })
  const fresh = await create('reef', SLUG_REST_DAYS)
  expect(fresh.id).not.toBe(old.id)
  const sites = (await listSites(at())).filter(({ id }) => [old.id, fresh.id].includes(id))
  expect(sites.map(({ id, slug, status }) => [id, slug, status]).sort()).toEqual([
    [old.id, `deleted-${old.id}`, 'deleted'],
    [fresh.id, 'reef', 'active'],
  ])
  expect(await resolves(`deleted-${old.id}`)).toBe(false)
})

test('the list counts people of each site separately', async ({ world, at }) => {
  const site = await world.makeSite()
  await world.makePerson(site)
  await world.makePerson(site)
  const row = (await listSites(at())).find(({ id }) => id === site.id)
  expect(row).toMatchObject({ slug: site.slug, people: 2, status: 'active' })
})
