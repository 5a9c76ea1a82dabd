import { expect } from 'vitest'
import { test as base, type Club, put } from '#tests/support/messages/promises.ts'

const HOUR = 3_600
/** 21:00, in quiet hours: seconds after the start. */
const NIGHT = 15 * HOUR
const MORNING = NIGHT + 10 * HOUR

/** At night; Olga was told by day that Hamish cannot come. Ada has signed in again. */
const test = base.extend('night', async ({ admin, gap }): Promise<Club> => {
  await gap.run(NIGHT)
  return { ...gap, ada: await gap.as(admin) }
})

/** As `night`, with texts only for Olga. */
const testWithTexts = test.extend('club', async ({ club, world }) => {
  await world.superuser.query("update core.people set email = '' where id = $1", [club.olga.id])
  return club
})

const answer = async ({ as, hamish, shift }: Club, given: string) =>
  (await as(hamish))('PUT', `/shifts/${shift}/answer`, { answer: given, cover: true })

testWithTexts('a text in the morning says how a gap ended that ended twice at night', async ({ night, sentTo }) => {
  await answer(night, 'confirmed')
  await night.run(NIGHT + 100)
  await put(night, night.tomasz)
  await night.run(NIGHT + 200)
  expect(await sentTo(night.olga), 'nothing at night').toEqual(['answer.declined sms'])
  await night.run(MORNING)
  expect(await sentTo(night.olga)).toEqual(['answer.declined sms', 'cover.ended sms'])
})

testWithTexts(
  'a text in the morning tells the coordinator who renamed the event that a gap ended',
  async ({ night, sentTo }) => {
    await put(night, night.tomasz)
    await night.run(NIGHT + 100)
    await (await night.as(night.olga))('PUT', `/events/${night.event}`, { name: 'Regatta' })
    await night.run(NIGHT + 200)
    await night.run(MORNING)
    expect(await sentTo(night.olga)).toEqual(['answer.declined sms', 'cover.ended sms'])
  },
)

test('the text of an email at night follows once in the morning', async ({ night, sentTo }) => {
  await answer(night, 'confirmed')
  await night.run(NIGHT + 100)
  await night.ada('PUT', `/events/${night.event}`, { name: 'Regatta' })
  await night.run(NIGHT + 200)
  expect(await sentTo(night.olga)).toEqual(['answer.declined email+sms', 'answer.kept email'])
  await night.run(MORNING)
  expect(await sentTo(night.olga)).toEqual(['answer.declined email+sms', 'answer.kept email+sms'])
})

test('no text in the morning names someone who has lost the shift since the email', async ({ night, sentTo }) => {
  await put(night, night.tomasz)
  await night.run(NIGHT + 100)
  await put(night, night.priya)
  await night.run(NIGHT + 200)
  await night.run(MORNING)
  expect(await sentTo(night.olga)).toEqual(['answer.declined email+sms', 'cover.ended email'])
})

test('an email at night says that someone now cannot come after all while a text waits', async ({ night, sentTo }) => {
  await answer(night, 'confirmed')
  await night.run(NIGHT + 100)
  await answer(night, 'declined')
  await night.run(NIGHT + 200)
  await night.run(NIGHT + 300)
  expect(await sentTo(night.olga)).toEqual(['answer.declined email+sms', 'answer.kept email', 'answer.declined email'])
})
