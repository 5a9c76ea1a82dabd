import { expect } from 'vitest'
import { test as base } from '#tests/support/fixture.ts'

const SPAN = { start: '2027-06-05T09:00:00Z', end: '2027-06-05T12:00:00Z' }

const test = base
  .extend('asAdmin', async ({ api, site, admin, callApi }) => {
    const headers = await api.signIn(site, admin)
    return (method: string, path: string, body?: unknown) => callApi(method, path, headers, body)
  })
  .extend('race', async ({ world, site, member, admin }) => {
    const { id: role } = await world.insert(site, 'roles', { name: 'Helm' })
    const { id: event } = await world.insert(site, 'events', { name: 'Race', ...SPAN })
    const shift = { event, role, draft: SPAN.start, published_by: admin.id, ...SPAN }
    const { id: open } = await world.insert(site, 'shifts', shift)
    const { id: held } = await world.insert(site, 'shifts', { ...shift, person: member.id })
    await world.insert(site, 'requests', { event, role, person: member.id })
    return { role, event, open, held }
  })

test('a removal that affects other records waits until their number is confirmed', async ({ asAdmin, race }) => {
  const asked = await asAdmin('DELETE', `/roles/${race.role}/`)
  expect(asked).toMatchObject({
    status: 409,
    body: { detail: expect.any(String), confirm: 3, also_removed: {}, also_cleared: { shifts: 2, requests: 1 } },
  })
  expect((await asAdmin('DELETE', `/roles/${race.role}/?confirm=2`)).body).toEqual(asked.body)
  expect((await asAdmin('DELETE', `/roles/${race.role}/?confirm=many`)).body).toEqual({ confirm: [expect.any(String)] })
  expect((await asAdmin('GET', `/shifts/?role=${race.role}`)).body.count).toBe(2)
  expect((await asAdmin('DELETE', `/roles/${race.role}/?confirm=3`)).status).toBe(204)
  expect((await asAdmin('GET', `/shifts/?event=${race.event}&role=null`)).body.count).toBe(2)
})

test('the number counts removed and cleared records, each once', async ({ asAdmin, race, member }) => {
  expect((await asAdmin('DELETE', `/people/${member.id}/`)).body).toMatchObject({
    confirm: 2,
    also_removed: { requests: 1 },
    also_cleared: { shifts: 1 },
  })
  expect((await asAdmin('DELETE', `/events/${race.event}/`)).body).toMatchObject({
    confirm: 3,
    also_removed: { shifts: 2, requests: 1 },
    also_cleared: {},
  })
  expect((await asAdmin('DELETE', `/events/${race.event}/?confirm=3`)).status).toBe(204)
})

test('a removal without effects is made immediately; the publisher of a shift is no reason to ask', async ({
  asAdmin,
  world,
  site,
  race,
}) => {
  expect((await asAdmin('DELETE', `/shifts/${race.open}/`)).status).toBe(204)
  const other = await world.makePerson(site, { role: 'admin' })
  await world.insert(site, 'shifts', { event: race.event, draft: SPAN.start, published_by: other.id, ...SPAN })
  expect((await asAdmin('DELETE', `/people/${other.id}/`)).status).toBe(204)
})

test('a removed competency is dropped from the roles and assignments that need it, and its undo restores that', async ({
  asAdmin,
  world,
  site,
}) => {
  const { id: helm } = await world.insert(site, 'competencies', { name: 'Helm' })
  const { id: radio } = await world.insert(site, 'competencies', { name: 'Radio' })
  const { id: role } = await world.insert(site, 'roles', { name: 'Safety', required_competencies: [radio, helm] })
  await world.insert(site, 'roles', { name: 'Galley', required_competencies: [radio] })
  const { id: patrol } = await world.insert(site, 'assignments', {
    name: 'Patrol',
    required_competencies: [radio, helm],
  })
  const needs = async () => {
    const of = async (list: string, id: number) =>
      (await asAdmin('GET', `/${list}/${id}/`)).body.results[list][id].required_competencies
    return [await of('roles', role), await of('assignments', patrol)]
  }
  const asked = await asAdmin('DELETE', `/competencies/${helm}/`)
  expect(asked).toMatchObject({ status: 409, body: { confirm: 2, also_cleared: { assignments: 1, roles: 1 } } })
  const removal = { ids: [helm], remove: true, confirm: 2 }
  const { status, body } = await asAdmin('POST', '/competencies/bulk', removal)
  expect(status).toBe(200)
  expect(await needs()).toEqual([[radio], [radio]])
  expect((await asAdmin('POST', '/competencies/undo', { token: body.undo.token })).status).toBe(200)
  expect(await needs()).toEqual([
    [radio, helm],
    [radio, helm],
  ])
})

test('the effects of a removal include shifts of templates', async ({ asAdmin, world, site }) => {
  const { id: role } = await world.insert(site, 'roles', { name: 'Cook' })
  const { id: template } = await world.insert(site, 'roster_templates', { name: 'Regatta' })
  await world.insert(site, 'roster_template_places', { template, role, start_offset: 0, end_offset: 60 })
  expect(await asAdmin('DELETE', `/roles/${role}/`)).toMatchObject({
    status: 409,
    body: { confirm: 1, also_cleared: { template_shifts: 1 } },
  })
  expect((await asAdmin('DELETE', `/roles/${role}/?confirm=1`)).status).toBe(204)
})

test('a removal of many asks about one number, which the preview shows', async ({ asAdmin, world, site, race }) => {
  const { id: unused } = await world.insert(site, 'roles', { name: 'Crew' })
  const removal = { ids: [race.role, unused], remove: true }
  const { body } = await asAdmin('POST', '/roles/bulk', { ...removal, preview: true })
  expect(body).toMatchObject({ count: 2, confirm: 3, also_removed: {}, also_cleared: { shifts: 2, requests: 1 } })
  expect(await asAdmin('POST', '/roles/bulk', removal)).toMatchObject({ status: 409, body: { confirm: 3 } })
  expect((await asAdmin('GET', '/roles/')).body.count).toBe(2)
  expect(await asAdmin('POST', '/roles/bulk', { ...removal, confirm: 3 })).toMatchObject({ status: 200 })
})
