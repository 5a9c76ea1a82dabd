import { describe, expect } from 'vitest'
import type { Ctx } from '#server/engine/access/context.ts'
import { changeOrganisation } from '#server/organisation/commands.ts'
import { organisationChange } from '#server/organisation/contract.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

const test = base.extend(
  'stored',
  { scope: 'file' },
  ({ world }) =>
    async (site: { id: number }) =>
      (await world.superuser.query('select * from core.sites where id = $1', [site.id])).rows[0],
)

test('an admin changes only the named fields of the own site, and one line records it', async ({ world, stored }) => {
  const [site, other] = [await world.makeSite(), await world.makeSite()]
  const admin = await world.makePerson(site, { name: 'Ada', role: 'admin' })
  const before = await stored(other)
  const woken: string[] = []
  const change = (input: object) =>
    world.act(site, adminActor(admin), (ctx: Ctx) =>
      changeOrganisation({ ...ctx, wake: (job) => void woken.push(job) }, organisationChange.parse(input)),
    )
  expect(await change({ name: ' New  name ', timezone: 'Australia/Sydney' })).toMatchObject({ name: 'New name' })
  expect(await stored(site)).toMatchObject({ name: 'New name', timezone: 'Australia/Sydney', locale: 'en-GB' })
  expect(woken).toEqual(['reminders.plan'])
  await change({ name: 'New name' })
  await change({ embed_origins: ['https://club.example'] })
  expect(await change({ color: '#FFEB3B' })).toMatchObject({ color: '#ffeb3b' })
  const { rows } = await world.superuser.query(
    `select action, actor, details from core.audit where site_id = $1 and action = 'site.change' order by id`,
    [site.id],
  )
  expect(rows.map(({ details }) => details.fields)).toEqual([['name', 'timezone'], ['embed_origins'], ['color']])
  expect(woken).toHaveLength(1)
  expect(await stored(other)).toEqual(before)
})

test('members are refused, and nothing changes', async ({ world, stored }) => {
  const site = await world.makeSite()
  const member = await world.makePerson(site, { name: 'Bob' })
  const before = await stored(site)
  await expect(
    world.act(site, memberActor(member), (ctx: Ctx) => changeOrganisation(ctx, { name: 'Mine' })),
  ).rejects.toMatchObject({ code: 'forbidden' })
  expect(await stored(site)).toEqual(before)
})

describe('refused input', () => {
  test.each([
    ['name', '  '],
    ['name', 'x'.repeat(201)],
    ['name', 'Club\r\nBcc: x'.replace(/\s/, '\u0007')],
    ['contact_email', 'office'],
    ['url', 'javascript:alert(1)'],
    ['color', 'red'],
    ['color', '#12345'],
    ['color', '#01579b;background:url(//x)'],
    ['timezone', 'Mars/Olympus'],
    ['timezone', "UTC'; drop"],
    ['locale', 'en_GB'],
    ['default_country_code', '+1'],
    ['default_country_code', 'XX'],
    ['reminder_offsets', ['P2D']],
    ['quiet_start', '24:00'],
    ['embed_origins', ['https://club.example/']],
    ['embed_origins', ['http://club.example']],
    ['embed_origins', ['*']],
    ['embed_origins', ['https://*']],
    ['embed_origins', ['https://*.club.example']],
    ['embed_origins', ['https://user@club.example']],
    ['embed_origins', ["https://club.example; script-src 'unsafe-inline'"]],
    ['allowed_external_calendars', 'ftp://club.example/a.ics'],
  ])('%s: %j', (field, value) => {
    const result = organisationChange.safeParse({ [field]: value })
    expect(result.success).toBe(false)
    expect(result.error?.issues[0]?.path[0]).toBe(field)
  })
  test.each([
    ['embed_origins', ['https://club.example', 'https://club.example:8443', 'http://a.localhost:3000']],
    ['allowed_external_calendars', 'https://a.example/x.ics, https://b.example/y'],
    ['color', ' #00594C '],
    ['reminder_offsets', []],
    ['contact_email', ''],
  ])('accepted: %s: %j', (field, value) => {
    expect(organisationChange.safeParse({ [field]: value }).success).toBe(true)
  })
})
