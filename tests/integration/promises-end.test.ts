import { expect } from 'vitest'
import type { Ctx } from '#server/engine/access/context.ts'
import { createProductCollections } from '#server/registry.ts'
import { type Club, decline, PROMISES, put, test } from '#tests/support/messages/promises.ts'
import { adminActor, type Person } from '#tests/support/world.ts'

const NEXT_WEEK = { start: '2027-07-17T09:00:00Z', end: '2027-07-17T12:00:00Z' }

const LATER = { start: '2027-07-10T10:00:00Z', end: '2027-07-10T13:00:00Z' }

const PAST = { start: '2027-06-01T09:00:00Z', end: '2027-06-01T12:00:00Z' }

const ENDINGS = {
  'is given away': (club: Club) => put(club, club.tomasz),
  'is deleted': ({ ada, shift }: Club) => ada('DELETE', `/shifts/${shift}`),
  'is deleted with its event': ({ ada, event }: Club) => ada('DELETE', `/events/${event}?confirm=1`),
  'is unpublished': ({ ada, shift }: Club) => ada('PUT', `/shifts/${shift}/unpublish`),
  'is unpublished and then deleted': async ({ ada, shift, settle }: Club) => {
    await ada('PUT', `/shifts/${shift}/unpublish`)
    await settle()
    await ada('DELETE', `/shifts/${shift}`)
  },
  'moves to another day': ({ ada, shift }: Club) => ada('POST', '/shifts/bulk', { ids: [shift], changes: NEXT_WEEK }),
  'is archived with its event': ({ ada, event }: Club) => ada('PUT', `/events/${event}`, { archived: true }),
  'is called off': ({ ada, event }: Club) => ada('PUT', `/events/${event}/decide`, { decision: 'off' }),
} as const

type Ending = keyof typeof ENDINGS

const EVERYWHERE = 'everywhere'
/** The reader's messages, by the way in which it ended; `everywhere` is for the ways that are not named. */
const TOLD: Record<keyof typeof PROMISES, Partial<Record<Ending | typeof EVERYWHERE, string[]>>> = {
  'a hold': {
    everywhere: ['waiting.expired email+sms'],
    'moves to another day': ['waiting.offered email+sms'],
    'is called off': ['event.called_off email+sms'],
    'is deleted with its event': ['event.called_off email+sms'],
  },
  'a request to cover': { everywhere: ['cover.taken email+sms'] },
  'a request to cover an open shift': {
    everywhere: ['cover.taken email+sms'],
    'moves to another day': ['cover.asked email+sms', 'cover.taken email+sms'],
  },
  'a question to take a shift': { everywhere: ['swap.declined email+sms'] },
  'a yes to a hand-over that waits for approval': { everywhere: ['swap.declined email+sms'] },
  'a swap that the reader asked for': { everywhere: ['swap.declined email+sms'] },
  'a swap of the shift that changes': {
    everywhere: ['shift.cancelled email', 'swap.declined email'],
    'moves to another day': ['shift.changed email', 'swap.declined email'],
    'is called off': ['event.called_off email', 'swap.declined email'],
    'is archived with its event': ['swap.declined email'],
  },
  'a question to approve': { everywhere: ['swap.declined email'] },
  '“cannot come”': { everywhere: ['cover.ended email+sms'] },
  '“no one left to ask”': { everywhere: ['cover.ended email+sms'] },
}

const cases = (Object.keys(PROMISES) as (keyof typeof PROMISES)[]).flatMap((promise) =>
  (Object.keys(ENDINGS) as Ending[]).map((ending) => ({ promise, ending })),
)

test.for(cases)(
  'a person with $promise is told once that its shift $ending',
  async ({ promise, ending }, { club, sentTo }) => {
    const { reader, make } = PROMISES[promise]
    await make(club)
    await club.run(60)
    const before = await sentTo(club[reader])
    if (promise !== 'a swap that the reader asked for' && promise !== 'a swap of the shift that changes')
      expect(before.length, 'they were promised something').toBeGreaterThan(0)
    await ENDINGS[ending](club)
    await club.run(70)
    // No screen undoes these.
    if (!ending.startsWith('is unpublished') && ending !== 'is archived with its event')
      expect((await sentTo(club[reader])).slice(before.length), 'nothing while it can be undone').toEqual([])
    await club.run(200)
    await club.run(300)
    const told = (await sentTo(club[reader])).slice(before.length)
    expect(told.sort()).toEqual([...(TOLD[promise][ending] ?? TOLD[promise].everywhere ?? [])].sort())
  },
)

test.for(['a request to cover', 'a request to cover an open shift'] as const)(
  'a person with %s is told once that its shift was moved into the past',
  async (promise, { club, sentTo }) => {
    await PROMISES[promise].make(club)
    await club.run(60)
    const before = await sentTo(club.priya)
    expect(before).toContain('cover.asked email+sms')
    await club.ada('POST', '/shifts/bulk', { ids: [club.shift], changes: PAST })
    await club.run(200)
    await club.run(4_000)
    expect((await sentTo(club.priya)).slice(before.length)).toEqual(['cover.taken email+sms'])
  },
)

test.for(['is given away', 'is deleted', 'moves to another day'] as const)(
  'the admin by whose own change the shift of a question to approve %s is not notified of it',
  async (ending, { club, admin, sentTo }) => {
    await PROMISES['a question to approve'].make(club)
    await club.run(60)
    expect(await sentTo(admin)).toEqual(['swap.asked email'])
    await ENDINGS[ending](club)
    await club.run(200)
    expect(await sentTo(admin)).toEqual(['swap.asked email'])
  },
)

for (const promise of Object.keys(PROMISES) as (keyof typeof PROMISES)[])
  test(`a person with ${promise} is not notified of an undone change`, async ({ club, sentTo }) => {
    const { reader, make } = PROMISES[promise]
    await make(club)
    await club.run(60)
    const before = await sentTo(club[reader])
    const holder = (await club.on()) === null ? null : club.hamish
    await put(club, club.tomasz)
    await club.run(63)
    await put(club, holder)
    await club.run(66)
    const { undo } = await club.ada('POST', '/shifts/bulk', { ids: [club.shift], changes: NEXT_WEEK })
    await club.run(70)
    await club.ada('POST', '/shifts/undo', { token: undo.token })
    await club.run(200)
    await club.run(300)
    expect((await sentTo(club[reader])).slice(before.length)).toEqual([])
  })

test.for([
  ['a request to cover', [], 'cover.taken email+sms'],
  ['“cannot come”', [], 'answer.kept email+sms'],
  ['“no one left to ask”', ['cover.exhausted email+sms'], 'answer.kept email+sms'],
] as const)(
  'a person with %s is told once that its person comes after all',
  async ([promise, again, told], { club, sentTo }) => {
    const { reader, make } = PROMISES[promise]
    await make(club)
    await club.run(60)
    const before = await sentTo(club[reader])
    const hamish = await club.as(club.hamish)
    const answer = (given: string) =>
      hamish('PUT', `/shifts/${club.shift}/answer`, { answer: given, cover: promise !== '“cannot come”' })
    await answer('confirmed')
    await club.run(65)
    await answer('declined')
    await club.run(120)
    expect((await sentTo(club[reader])).slice(before.length), 'nothing of what was taken back').toEqual(again)
    await answer('confirmed')
    await club.run(200)
    expect((await sentTo(club[reader])).slice(before.length)).toEqual([...again, told])
  },
)

test('invitees are told once that a coordinator has stopped the search', async ({ club, sentTo }) => {
  await PROMISES['a request to cover'].make(club)
  await club.run(60)
  const before = await sentTo(club.priya)
  const { order } = await club.ada('GET', '/covers')
  await club.ada('PUT', `/covers/${order[0]}/stop`)
  await club.run(200)
  expect((await sentTo(club.priya)).slice(before.length)).toEqual(['cover.taken email+sms'])
})

test('the coordinator who was told of a decline is told that the shift is covered', async ({ club, sentTo }) => {
  await PROMISES['“cannot come”'].make(club)
  await club.run(60)
  await club.ada('POST', '/covers', { shift: club.shift })
  await club.run(100)
  const priya = await club.as(club.priya)
  const { order } = await priya('GET', '/coverasks')
  await priya('PUT', `/coverasks/${order[0]}/answer`, { answer: 'yes' })
  await club.run(200)
  expect((await sentTo(club.olga)).filter((one) => one.startsWith('cover.'))).toEqual(['cover.ended email+sms'])
})

test.for([
  ['a request to cover', ['cover.taken email+sms', 'cover.asked email+sms']],
  ['“cannot come”', ['cover.ended email+sms', 'answer.declined email+sms']],
] as const)('a person with %s is told that it is off, and on again', async ([promise, told], { club, sentTo }) => {
  const { reader, make } = PROMISES[promise]
  await make(club)
  await club.run(60)
  const before = await sentTo(club[reader])
  await club.ada('PUT', `/events/${club.event}/decide`, { decision: 'off' })
  await club.run(200)
  await club.ada('PUT', `/events/${club.event}/decide`, { decision: null })
  await club.run(300)
  await club.run(400)
  expect((await sentTo(club[reader])).slice(before.length)).toEqual(told)
})

test.for([
  ['says so', (club: Club) => decline(club, true)],
  ['looks for cover', async (club: Club) => (await club.as(club.hamish))('POST', '/covers', { shift: club.shift })],
] as const)(
  'coordinators hear that someone now cannot come after “coming after all”, when the person %s',
  async ([, again], { gap: club, sentTo }) => {
    const hamish = await club.as(club.hamish)
    await hamish('PUT', `/shifts/${club.shift}/answer`, { answer: 'confirmed' })
    await club.run(120)
    // Others are asked, so that this alone is no reason to notify coordinators.
    await again(club)
    await club.run(200)
    await club.run(300)
    expect((await sentTo(club.olga)).filter((one) => one.startsWith('answer.'))).toEqual([
      'answer.declined email+sms',
      'answer.kept email+sms',
      'answer.declined email+sms',
    ])
  },
)

test('an invitee who was put on the shift and then taken off reads only of the shift', async ({ club, sentTo }) => {
  await PROMISES['a request to cover'].make(club)
  await club.run(60)
  const before = await sentTo(club.priya)
  await put(club, club.priya)
  await club.run(120)
  await put(club, null)
  await club.run(200)
  await club.run(300)
  expect((await sentTo(club.priya)).slice(before.length)).toEqual([
    'shift.assigned email+sms',
    'shift.cancelled email+sms',
  ])
})

test('someone who was asked to cover, took the open shift and lost it again reads of the shift only', async ({
  club,
  sentTo,
}) => {
  await put(club, null)
  await club.run(60)
  await club.ada('POST', '/covers', { shift: club.shift })
  await club.run(120)
  const before = await sentTo(club.priya)
  expect(before).toContain('cover.asked email+sms')
  await (await club.as(club.priya))('PUT', `/shifts/${club.shift}/take`)
  await club.run(180)
  await put(club, club.tomasz)
  await club.run(240)
  await club.run(300)
  expect((await sentTo(club.priya)).slice(before.length)).toEqual(['shift.cancelled email+sms'])
})

test('someone who was asked to cover, took the open shift and gave it back in time, reads that another has it', async ({
  club,
  sentTo,
}) => {
  await PROMISES['a request to cover an open shift'].make(club)
  await club.run(60)
  const before = await sentTo(club.priya)
  expect(before).toContain('cover.asked email+sms')
  const priya = await club.as(club.priya)
  await priya('PUT', `/shifts/${club.shift}/take`)
  await club.run(65)
  await priya('PUT', `/shifts/${club.shift}/give_back`)
  await club.run(120)
  expect((await sentTo(club.priya)).slice(before.length)).toEqual([])
  await put(club, club.tomasz)
  await club.run(200)
  expect((await sentTo(club.priya)).slice(before.length)).toEqual(['cover.taken email+sms'])
})

test('someone who was asked, and was deleted while another said yes, reads that it is covered once they are back', async ({
  admin,
  club,
  sentTo,
  site,
  world,
}) => {
  const engine = createProductCollections()
  const asAdmin = <T>(work: (ctx: Ctx) => Promise<T>) => world.act(site, adminActor(admin), work)
  await PROMISES['a request to cover'].make(club)
  await club.run(60)
  const before = await sentTo(club.priya)
  expect(before).toContain('cover.asked email+sms')
  const undo = await asAdmin((ctx) => engine.remove(ctx, 'people', club.priya.id))
  await put(club, club.tomasz)
  await club.run(200)
  await asAdmin((ctx) => engine.undo(ctx, 'people', { token: undo.token }))
  await club.run(300)
  expect((await sentTo(club.priya)).slice(before.length)).toEqual(['cover.taken email+sms'])
})

const move = ({ ada, shift }: Club) => ada('POST', '/shifts/bulk', { ids: [shift], changes: NEXT_WEEK })

const withdraw = async ({ as, hamish, shift }: Club) =>
  (await as(hamish))('PUT', `/shifts/${shift}/answer`, { answer: 'asked' })

/** Olga puts someone on the shift, or no one. */
const putByOlga = async (club: Club, person: Person | null) => put({ ...club, ada: await club.as(club.olga) }, person)

test('a coordinator who filled a gap hears nothing of it at the next change of the shift', async ({
  gap: club,
  sentTo,
}) => {
  await putByOlga(club, club.tomasz)
  await club.run(120)
  await club.ada('POST', '/shifts/bulk', { ids: [club.shift], changes: LATER })
  await club.run(200)
  expect(await sentTo(club.olga)).toEqual(['answer.declined email+sms'])
})

test('a coordinator who recorded that someone comes hears nothing of it at the next change', async ({
  gap: club,
  sentTo,
}) => {
  expect(await sentTo(club.olga)).toEqual(['answer.declined email+sms'])
  await (await club.as(club.olga))('PUT', `/shifts/${club.shift}/answer`, { answer: 'confirmed' })
  await club.run(200)
  await club.ada('PUT', `/events/${club.event}`, { name: 'Regatta' })
  await club.run(300)
  expect(await sentTo(club.olga)).toEqual(['answer.declined email+sms'])
})

test('a coordinator who filled a gap and emptied it again hears when another fills it', async ({
  gap: club,
  sentTo,
}) => {
  await putByOlga(club, club.tomasz)
  await club.run(120)
  await putByOlga(club, null)
  await club.run(180)
  await put(club, club.tomasz)
  await club.run(240)
  expect(await sentTo(club.olga)).toEqual(['answer.declined email+sms', 'cover.ended email+sms'])
})

test('a coordinator who renames the event just before someone says that they come hears of that', async ({
  gap: club,
  sentTo,
}) => {
  await (await club.as(club.olga))('PUT', `/events/${club.event}`, { name: 'Regatta' })
  await (await club.as(club.hamish))('PUT', `/shifts/${club.shift}/answer`, { answer: 'confirmed' })
  await club.run(120)
  await club.run(200)
  expect(await sentTo(club.olga)).toEqual(['answer.declined email+sms', 'answer.kept email+sms'])
})

test.for([
  ['is asked again', true, (club: Club) => move(club), 'so they are being asked again.'],
  ['is not, as no one is', false, (club: Club) => move(club), 'and they haven’t given another.'],
  ['has withdrawn it', true, (club: Club) => withdraw(club), 'and they haven’t given another.'],
] as const)(
  'a coordinator reads that the answer of someone who %s no longer counts',
  async ([, asks, changes, words], { club, site, world, sentTo }) => {
    await world.superuser.query('update core.sites set ask_answers = $2 where id = $1', [site.id, asks])
    await decline(club, false)
    await club.run(60)
    await changes(club)
    await club.run(200)
    expect(await sentTo(club.olga)).toEqual(['answer.declined email+sms', 'cover.ended email+sms'])
    const { rows } = await world.superuser.query(
      `select facts ->> 'paragraphs' as text from core.deliveries where person = $1 and kind = 'cover.ended' and channel = 'email'`,
      [club.olga.id],
    )
    expect(rows[0].text).toContain(`That answer no longer counts, ${words}`)
  },
)
