import { expect } from 'vitest'
import { test as base } from '#tests/support/fixture.ts'

const test = base
  .extend('asAdmin', ({ api, site, admin }) => api.signIn(site, admin))
  .extend('asMember', ({ api, site, member }) => api.signIn(site, member))

test('a field that only admins may set is named, with the reason under it', async ({ callApi, asMember, member }) => {
  expect(await callApi('PUT', '/people', asMember, [{ id: member.id, role: 'admin', notes: 'x' }])).toEqual({
    status: 403,
    body: { detail: 'Only admins can set role.', role: ['Only admins can set this.'] },
  })
})

test('a field that is set once is named as such', async ({ callApi, asAdmin, member }) => {
  expect(await callApi('PUT', '/people', asAdmin, [{ id: member.id, email: 'new@example.org' }])).toEqual({
    status: 403,
    body: {
      detail: 'email cannot be changed once the record exists.',
      email: ['This can only be set when the record is created.'],
    },
  })
  const bulk = { ids: [member.id], changes: { email: 'new@example.org' } }
  expect(await callApi('POST', '/people/bulk', asAdmin, bulk)).toMatchObject({
    status: 403,
    body: { email: ['This can only be set when the record is created.'] },
  })
})

test('a member who acts for someone else learns which field is wrong', async ({
  world,
  site,
  callApi,
  asMember,
  admin,
}) => {
  const event = await world.insert(site, 'events', { start: '2099-05-01T09:00Z', end: '2099-05-01T12:00Z' })
  const refused = { detail: 'You can only do this for yourself.', person: ['You can only do this for yourself.'] }
  const request = { event: event.id, person: admin.id }
  expect(await callApi('POST', '/requests', asMember, [request])).toEqual({ status: 403, body: refused })
  expect(await callApi('POST', '/requests/batch', asMember, [request])).toEqual({ status: 403, body: refused })
})

test('a list puts its messages under the fields and under each object', async ({
  world,
  site,
  callApi,
  asAdmin,
  asMember,
}) => {
  const event = await world.insert(site, 'events', { start: '2099-05-01T09:00Z', end: '2099-05-01T12:00Z' })
  const batch = [{ event: event.id }, { event: 999_999, role: 999_999 }, { event: 999_998 }]
  expect(await callApi('POST', '/requests/batch', asMember, batch)).toEqual({
    status: 400,
    body: {
      event: ['Not found.'],
      role: ['Not found.'],
      items: [null, { event: ['Not found.'], role: ['Not found.'] }, { event: ['Not found.'] }],
    },
  })
  expect(await callApi('POST', '/requests/batch', asMember, [{ event: 999_999 }])).toEqual({
    status: 400,
    body: { event: ['Not found.'] },
  })
  expect(await callApi('POST', '/locations', asAdmin, [{ name: 'A', order: null }, { name: 7 }])).toEqual({
    status: 400,
    body: {
      order: ['Must be a number.'],
      name: ['Must be text.'],
      items: [{ order: ['Must be a number.'] }, { name: ['Must be text.'] }],
    },
  })
})

test('a member may send back entries of the own profile unchanged, even those that only admins edit', async ({
  world,
  site,
  callApi,
  asMember,
  member,
}) => {
  const field = (display_name: string, user_editable: boolean) =>
    world.insert(site, 'profilefields', { display_name, user_visible: true, user_editable })
  const [open, fixed] = [await field('Boat', true), await field('Number', false)]
  const entry = (entry_type: number) =>
    world.insert(site, 'profileentries', { person: member.id, entry_type, value: 'old' })
  const [first, second] = [await entry(open.id), await entry(fixed.id)]
  const sent = (one: string, other: string) => [
    { id: first.id, person: member.id, entry_type: open.id, value: one },
    { id: second.id, person: member.id, entry_type: fixed.id, value: other },
  ]
  const answer = await callApi('PUT', '/profileentries', asMember, sent('new', 'old'))
  expect(answer).toMatchObject({
    status: 200,
    body: { results: { profileentries: { [first.id]: { value: 'new' }, [second.id]: { value: 'old' } } } },
  })
  expect(await callApi('PUT', '/profileentries', asMember, sent('new', 'other'))).toEqual({
    status: 403,
    body: { detail: 'Only admins can change this profile field.', value: ['Only admins can change this.'] },
  })
})

test('a wrong setting is named by its key', async ({ callApi, asMember }) => {
  const settings = { theme: 'Blue', dateFormat: 5 }
  const answer = await callApi('PUT', '/people/change_settings_self', asMember, { settings })
  expect(answer.status).toBe(400)
  expect(answer.body.settings).toEqual([
    'dateFormat: Must be one of ddd D MMM YYYY, YYYY-MM-DD, DD/MM/YYYY, D MMM YYYY.',
    'theme: Must be one of Auto, Light, Dark.',
  ])
})
