import { describe, expect } from 'vitest'
import { SHIFT_START, test } from '#tests/support/answer-links.ts'
import { whileOtherWrites } from '#tests/support/waiting.ts'

const path = (shift: number) => `/shifts/${shift}/answer`

describe('PUT shifts/{id}/answer', () => {
  test('the person on a shift answers, changes the answer and withdraws it', async ({
    api,
    site,
    member,
    callApi,
    shiftOf,
    answersOf,
  }) => {
    const shift = await shiftOf(member)
    const headers = await api.signIn(site, member)
    const answer = async (body: object) =>
      Object.values((await callApi('PUT', path(shift), headers, body)).body.results.shifts)[0]
    expect(await answer({ answer: 'confirmed' })).toMatchObject({
      id: shift,
      answer: 'confirmed',
      answered_by: member.id,
    })
    expect(await answer({ answer: 'declined', reason: 'Ill', cover: false })).toMatchObject({
      answer: 'seeking_cover',
      answer_reason: 'Ill',
      person: member.id,
    })
    expect(await answer({ answer: 'asked' })).toMatchObject({ answer: 'asked', answered_at: null, answer_reason: '' })
    expect(await answer({ answer: 'confirmed', reason: 'Well again' })).toMatchObject({ answer_reason: '' })
    expect(await answersOf(shift)).toMatchObject({ given: 4 })
  })

  test('each answer raises the sequence of the calendar entry, so that calendars update; a repeated one does not', async ({
    api,
    site,
    member,
    world,
    callApi,
    shiftOf,
  }) => {
    const shift = await shiftOf(member)
    const headers = await api.signIn(site, member)
    const sequences: number[] = []
    for (const answer of ['confirmed', 'declined', 'asked', 'asked']) {
      await callApi('PUT', path(shift), headers, { answer })
      const { rows } = await world.superuser.query('select sequence from core.shifts where id = $1', [shift])
      sequences.push(rows[0].sequence)
    }
    const first = sequences[0]!
    expect(sequences).toEqual([first, first + 1, first + 2, first + 2])
  })

  test('the same answer again stores nothing', async ({ api, site, member, callApi, shiftOf, answersOf }) => {
    const shift = await shiftOf(member)
    const headers = await api.signIn(site, member)
    for (let i = 0; i < 3; i++) await callApi('PUT', path(shift), headers, { answer: 'confirmed' })
    expect(await answersOf(shift)).toMatchObject({ answer: 'confirmed', given: 1 })
  })

  test('a coordinator answers for a person who phoned, under their own name', async ({
    api,
    site,
    admin,
    member,
    callApi,
    shiftOf,
    answersOf,
  }) => {
    const shift = await shiftOf(member)
    const headers = await api.signIn(site, admin)
    expect((await callApi('PUT', path(shift), headers, { answer: 'confirmed' })).status).toBe(200)
    expect(await answersOf(shift)).toMatchObject({ answer: 'confirmed', answered_by: admin.id, person: member.id })
  })

  test('an answer to another person’s, an open or a begun shift is refused, and nothing is stored', async ({
    api,
    site,
    world,
    member,
    callApi,
    shiftOf,
    answersOf,
  }) => {
    const other = await world.makePerson(site)
    const headers = await api.signIn(site, member)
    const theirs = await shiftOf(other)
    const open = await shiftOf(member, { person: null })
    const mine = await shiftOf(member)
    const status = async (shift: number) => (await callApi('PUT', path(shift), headers, { answer: 'confirmed' })).status
    expect([await status(theirs), await status(open)]).toEqual([403, 409])
    world.clock.set(new Date(SHIFT_START))
    const later = await api.signIn(site, member)
    expect((await callApi('PUT', path(mine), later, { answer: 'confirmed' })).status).toBe(409)
    for (const shift of [theirs, mine]) expect(await answersOf(shift)).toMatchObject({ answer: 'asked', given: 0 })
  })

  test('an answer waits for a coordinator who is reassigning the shift, and is then refused', async ({
    api,
    world,
    site,
    member,
    callApi,
    shiftOf,
    answersOf,
  }) => {
    const shift = await shiftOf(member)
    const headers = await api.signIn(site, member)
    const other = await world.makePerson(site)
    const { status } = await whileOtherWrites(world, {
      write: (coordinator) => coordinator.query('update core.shifts set person = $2 where id = $1', [shift, other.id]),
      work: () => callApi('PUT', path(shift), headers, { answer: 'confirmed' }),
    })
    expect(status).toBe(403)
    expect(await answersOf(shift)).toMatchObject({ answer: 'asked', person: other.id, given: 0 })
  })

  test('a reason is visible to the person and to admins only', async ({
    api,
    site,
    world,
    admin,
    member,
    callApi,
    shiftOf,
  }) => {
    const shift = await shiftOf(member)
    const other = await world.makePerson(site)
    await callApi('PUT', path(shift), await api.signIn(site, member), {
      answer: 'declined',
      reason: 'Chemotherapy',
      cover: false,
    })
    const read = async (who: typeof member) =>
      JSON.stringify((await callApi('GET', `/shifts/${shift}`, await api.signIn(site, who))).body)
    expect(await read(admin)).toContain('Chemotherapy')
    expect(await read(member)).toContain('Chemotherapy')
    expect(await read(other)).not.toContain('Chemotherapy')
    expect(await read(other)).toContain('seeking_cover')
  })

  test('an immediate release opens the shift where the site allows it and enough days are left', async ({
    api,
    site,
    member,
    shiftOf,
    answersOf,
  }) => {
    const shift = await shiftOf(member)
    const headers = await api.signIn(site, member)
    const leave = async (at: typeof site) => {
      const body = { answer: 'declined', release: true }
      const { status, text } = await api.call(at, { method: 'PUT', path: path(shift), headers, body })
      return { status, body: JSON.parse(text) }
    }
    expect((await leave(site)).status).toBe(403)
    const allowing = { ...site, allow_release: true }
    expect((await leave({ ...allowing, release_days: 18 })).status).toBe(403)
    const left = await leave(allowing)
    expect(left.status).toBe(200)
    expect(Object.values(left.body.results.shifts)).toMatchObject([{ id: shift, person: null, answer: null }])
    expect(await answersOf(shift)).toMatchObject({ answer: null, person: null, given: 1 })
  })

  test.for([
    [{}, 'answer'],
    [{ answer: 'maybe' }, 'answer'],
    [{ answer: 'declined', reason: 'x'.repeat(501) }, 'reason'],
    [{ answer: 'declined', reason: 7 }, 'reason'],
    [{ answer: 'declined', cover: 'yes' }, 'cover'],
  ] as const)(
    '%j is refused at its field',
    async ([body, field], { api, site, member, callApi, shiftOf, answersOf }) => {
      const shift = await shiftOf(member)
      const refused = await callApi('PUT', path(shift), await api.signIn(site, member), body)
      expect(refused.status).toBe(400)
      expect(Object.keys(refused.body)).toEqual([field])
      expect(await answersOf(shift)).toMatchObject({ answer: 'asked', given: 0 })
    },
  )

  test('several answers are stored together, or none of them', async ({
    api,
    site,
    world,
    member,
    callApi,
    shiftOf,
    answersOf,
  }) => {
    const [one, two] = [await shiftOf(member), await shiftOf(member)]
    const theirs = await shiftOf(await world.makePerson(site))
    const headers = await api.signIn(site, member)
    const all = (ids: number[]) =>
      callApi(
        'PUT',
        '/shifts/answers',
        headers,
        ids.map((id) => ({ id, answer: 'confirmed' })),
      )
    expect((await all([one, theirs])).status).toBe(403)
    expect((await answersOf(one)).answer).toBe('asked')
    expect(await all([one, two, one])).toMatchObject({
      status: 400,
      body: { id: ['This shift is in the list already.'] },
    })
    expect((await answersOf(one)).answer).toBe('asked')
    expect((await all([one, two])).body).toEqual({ answered: 2 })
    expect((await answersOf(two)).answer).toBe('confirmed')
  })
})
