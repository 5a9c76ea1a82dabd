import { expect } from 'vitest'
import { test as base } from '#tests/support/fixture.ts'

const test = base
  .extend('asAdmin', ({ api, site, admin }) => api.signIn(site, admin))
  .extend('asMember', ({ api, site, member }) => api.signIn(site, member))

test('a person chooses whether they may be asked to cover, and an admin may choose for them', async ({
  callApi,
  asMember,
  asAdmin,
  member,
}) => {
  const own = async () => (await callApi('GET', '/auth/user', asMember)).body.cover_requests
  expect(await own()).toBe(true)
  const off = await callApi('PUT', '/people/change_settings_self', asMember, { cover_requests: false })
  expect([off.status, off.body.cover_requests, await own()]).toEqual([200, false, false])
  const other = await callApi('PUT', '/people/change_settings_self', asMember, { email_reminders: false })
  expect(other.body.cover_requests).toBe(false)
  const wrong = await callApi('PUT', '/people/change_settings_self', asMember, { cover_requests: 'yes' })
  expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['cover_requests']])
  const on = await callApi('PUT', '/people', asAdmin, [{ id: member.id, cover_requests: true }])
  expect([on.status, await own()]).toEqual([200, true])
})

test('invalid numbers of days and hours are refused at their field', async ({ callApi, asAdmin }) => {
  const change = async (body: object) => {
    const { status, body: answer } = await callApi('PUT', '/organisations/current', asAdmin, body)
    return status === 200 ? 'stored' : Object.keys(answer).join()
  }
  // With a day left the reminder asks, and no one is asked a second time.
  expect(await change({ answer_by_days: 1 })).toBe('answer_by_days')
  expect(await change({ answer_by_days: 61 })).toBe('answer_by_days')
  expect(await change({ release_days: 1.5 })).toBe('release_days')
  expect(await change({ rest_hours: 49 })).toBe('rest_hours')
  const all = { more_than: 0, people: null, every: 1 }
  for (const rungs of [
    [],
    Array.from({ length: 7 }, (_, i) => ({ ...all, more_than: 6 - i })),
    [{ ...all, more_than: 1 }],
    [{ ...all, more_than: 24 }, { ...all, more_than: 24 }, all],
    [{ ...all, people: 0 }],
    [{ ...all, people: 1001 }],
    [{ ...all, every: 0 }],
    [{ ...all, every: 169 }],
    [{ ...all, every: 1.5 }],
    'all',
  ])
    expect(await change({ cover_rungs: rungs })).toBe('cover_rungs')
  const own = [{ more_than: 48, people: 2, every: 168 }, all]
  expect(await change({ cover_rungs: own })).toBe('stored')
  const again = await callApi('PUT', '/organisations/current', asAdmin, { cover_rungs: own })
  expect(again.body.cover_rungs).toEqual(own)
  const valid = { ask_answers: false, answer_by_days: 3, allow_release: true, release_days: 21 }
  expect(await change({ ...valid, approve_swaps: true, rest_hours: 0 })).toBe('stored')
})
