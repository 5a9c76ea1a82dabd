import { expect } from 'vitest'
import { test as base, LATER, minutesLater } from '#tests/support/call-off.ts'
import { tell } from '#tests/support/messages/messaging.ts'

/** Ann is on the race and knows it, Ben has requested it, Wil waits for a place, and Dee's request was declined. */
const test = base.extend('club', async ({ world, site, event, roster, ann, admin, api, callApi }) => {
  const wil = await world.makePerson(site, { name: 'Wil' })
  const dee = await world.makePerson(site, { name: 'Dee' })
  const { id: assignment } = await world.insert(site, 'assignments', { name: 'Helm' })
  await world.insert(site, 'waiting', {
    event,
    assignment,
    person: wil.id,
    looked_at: '2027-07-01T09:00Z',
    created_at: '2027-07-01T09:00Z',
  })
  await world.insert(site, 'requests', {
    event,
    person: dee.id,
    declined_at: '2027-07-01T09:00Z',
    declined_by: admin.id,
  })
  await tell(world, site, roster.ann, ann)
  const headers = await api.signIn(site, admin)
  const remove = async (confirm = 5) => {
    const answer = await callApi('POST', '/events/bulk', headers, { ids: [event], remove: true, confirm })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.undo.token as string
  }
  const undo = async (token: string) =>
    expect((await callApi('POST', '/events/undo', headers, { token })).status).toBe(200)
  const unpublish = async (shift: number) =>
    expect((await callApi('PUT', `/shifts/${shift}/unpublish`, headers)).status).toBe(200)
  return { remove, undo, unpublish }
})

const told = ({ email }: { email: { sent: readonly { to: string; kind: string }[] } }) =>
  email.sent
    .filter(({ kind }) => /^(event|shift)/.test(kind))
    .map(({ to, kind }) => `${to.split('@')[0]} ${kind}`)
    .sort()

test('people with a request for a deleted event, or on its waiting list, are told once, after the undo window', async ({
  club,
  tick,
  ann,
  ben,
  site,
  world,
}) => {
  const { rows } = await world.superuser.query("select email from core.people where site_id = $1 and name = 'Wil'", [
    site.id,
  ])
  const wil = rows[0].email.split('@')[0]
  const name = (of: { email: string }) => of.email.split('@')[0]
  const token = await club.remove()
  expect(told(await tick(new Date(LATER.getTime() - 40_000)))).toEqual([])
  expect(told(await tick(LATER))).toEqual(
    [`${name(ann)} shift.cancelled`, `${name(ben)} event.called_off`, `${wil} event.called_off`].sort(),
  )
  expect(told(await tick(minutesLater(1)))).toEqual([])
  await club.undo(token)
  await tick(minutesLater(2))
  expect(told(await tick(minutesLater(3)))).toEqual([])
})

test('someone who lost their shift just before the event is deleted hears of the shift only', async ({
  club,
  tick,
  ann,
  event,
  roster,
  site,
  world,
}) => {
  await world.insert(site, 'requests', { event, person: ann.id })
  await club.unpublish(roster.ann)
  await club.remove(6)
  const name = ann.email.split('@')[0]
  expect(told(await tick(LATER)).filter((line) => line.startsWith(`${name} `))).toEqual([`${name} shift.cancelled`])
})

test('people are told that a deleted event goes ahead after all when it is restored', async ({ club, tick, ben }) => {
  const token = await club.remove()
  await tick(LATER)
  await club.undo(token)
  const heard = [...told(await tick(minutesLater(1))), ...told(await tick(minutesLater(2)))]
  expect(heard).toContain(`${ben.email.split('@')[0]} event.back_on`)
})

test('no trace remains of a deletion of an event that is undone immediately', async ({ club, tick, world, site }) => {
  const rows = async (table: string) =>
    (
      await world.superuser.query(`select to_jsonb(t) as row from core.${table} t where site_id = $1 order by 1`, [
        site.id,
      ])
    ).rows
  const before = [await rows('deliveries'), await rows('told')]
  await club.undo(await club.remove())
  expect([await rows('deliveries'), await rows('told')]).toEqual(before)
  expect(told(await tick(LATER))).toEqual([])
})

test('people who know that an event is off are not notified when it is deleted', async ({ club, decide, tick }) => {
  await decide('off')
  await tick(LATER)
  await club.remove()
  expect(told(await tick(minutesLater(1)))).toEqual([])
  expect(told(await tick(minutesLater(2)))).toEqual([])
})

test('people who were to hear that an event goes ahead after all hear nothing once it is deleted, and so once it is restored', async ({
  club,
  decide,
  tick,
  ann,
}) => {
  await decide('off')
  await tick(LATER)
  await decide('go')
  const token = await club.remove()
  expect(told(await tick(minutesLater(1)))).toEqual([])
  expect(told(await tick(minutesLater(2)))).toEqual([])
  await club.undo(token)
  const heard = [...told(await tick(minutesLater(3))), ...told(await tick(minutesLater(4)))]
  expect(heard).toContain(`${ann.email.split('@')[0]} event.back_on`)
})
