import { expect } from 'vitest'
import { getOwnAnswers } from '#server/answers/own.ts'
import { askForAnswers } from '#server/answers/questions.ts'
import { listOwnSearches, ownAsks } from '#server/cover/own.ts'
import { listUpcomingShifts } from '#server/shifts/upcoming.ts'
import { test as base, SHIFT_START, tokenIn } from '#tests/support/answer-links.ts'
import { askByMail, settle } from '#tests/support/messages/messaging.ts'
import { log } from '#tests/support/world.ts'

const DAY = 86_400_000
const before = (days: number) => new Date(Date.parse(SHIFT_START) - days * DAY)

const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('archive', ({ world, site }) => async (archived = true) => {
    await world.superuser.query('update core.events set archived = $2 where site_id = $1', [site.id, archived])
  })

test('no one answers for a shift of an archived event: not its person, a coordinator or the link of a mail', async ({
  world,
  site,
  api,
  admin,
  member,
  callApi,
  shiftOf,
  answersOf,
  outbox,
  archive,
}) => {
  world.clock.set(before(7))
  const shift = await shiftOf(member)
  const link = (await outbox()).mails.map(tokenIn).find(Boolean)
  expect((await callApi('GET', `/answers/${link}`)).status).toBe(200)
  await archive()
  for (const person of [member, admin]) {
    const headers = await api.signIn(site, person)
    for (const answer of ['declined', 'confirmed', 'asked']) {
      const refused = { status: 409, body: { detail: 'The event of this shift is archived.' } }
      expect(await callApi('PUT', `/shifts/${shift}/answer`, headers, { answer })).toMatchObject(refused)
      expect((await callApi('PUT', '/shifts/answers', headers, [{ id: shift, answer }])).status).toBe(409)
    }
  }
  expect((await callApi('GET', `/answers/${link}`)).status).toBe(404)
  expect((await callApi('POST', `/answers/${link}`, {}, { answer: 'declined' })).status).toBe(404)
  expect(await answersOf(shift)).toMatchObject({ answer: 'asked', given: 0 })
})

test('people are not asked about it on their screens, and its searches are not listed', async ({
  world,
  site,
  member,
  shiftOf,
  answerAs,
  archive,
}) => {
  const [asked, sought] = [await shiftOf(member), await shiftOf(member)]
  await answerAs(member, sought, { answer: 'declined' })
  const read = () =>
    world.withSite(site.id, async (db) => {
      const own = { person: member.id, now: world.clock.now() }
      const shifts = await listUpcomingShifts(db, own)
      const answers = await getOwnAnswers(db, { ...own, shifts: [asked] })
      return {
        asks: [shifts.find(({ id }) => id === asked)?.may_answer, answers[asked]?.may_answer],
        searches: (await listOwnSearches(db, own)).length,
        requests: (await ownAsks(own).execute(db)).rows.length,
      }
    })
  expect(await read()).toEqual({ asks: [true, true], searches: 1, requests: 0 })
  await archive()
  expect(await read()).toEqual({ asks: [false, false], searches: 0, requests: 0 })
})

test('the silent are not asked again, a reminder is sent without the question, and both ask again once it is in use', async ({
  world,
  site,
  member,
  shiftOf,
  outbox,
  archive,
}) => {
  const shift = await shiftOf(member, { assigned_at: '2027-03-01T09:00Z', draft: '2027-03-01T09:00Z' })
  await askByMail(world, site, shift, member)
  await outbox()
  world.clock.set(before(7))
  await archive()
  const [reminder] = (await outbox()).mails
  expect(reminder).toMatchObject({ kind: 'reminder.week' })
  expect(tokenIn(reminder!)).toBe('')
  const nudged = async () => {
    world.clock.set(before(4))
    await settle(world)
    await askForAnswers({ pool: world.pool('worker'), clock: world.clock, log })
    return (await world.superuser.query('select nudged from core.shift_facts where id = $1', [shift])).rows[0].nudged
  }
  expect(await nudged()).toBe(false)
  await archive(false)
  expect(await nudged()).toBe(true)
  world.clock.set(before(4))
  await archive()
  expect((await outbox()).mails).toEqual([])
})
