import { describe, expect } from 'vitest'
import { signUp } from '#server/requests/sign-up/commands.ts'
import { test as base, type FixturesOf } from '#tests/support/fixture.ts'
import { memberActor, type Person } from '#tests/support/world.ts'

const NOW = new Date('2027-06-28T09:00:00Z')
const span = (day: number) => ({ start: `2027-07-${day}T09:00:00Z`, end: `2027-07-${day}T12:00:00Z` })

// biome-ignore lint/suspicious/noExplicitAny: the answer of any call.
type Answer = { status: number; body: any }

/** A club with an event on 13 July whose assignments are Helm and Bar; Ann is the member who gets a shift. */
const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', self_assign: true }))
  .extend('ann', ({ world, site }) => world.makePerson(site, { name: 'Ann' }))
  .extend('bob', ({ world, site }) => world.makePerson(site, { name: 'Bob' }))
  .extend('helm', async ({ world, site }) => (await world.insert(site, 'assignments', { name: 'Helm' })).id)
  .extend('bar', async ({ world, site }) => (await world.insert(site, 'assignments', { name: 'Bar' })).id)
  .extend('event', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Race', ...span(13) })).id)
  .extend(
    'shift',
    ({ world, site, event, helm }) =>
      async (person: Person | null, over: object = {}): Promise<number> =>
        (
          await world.insert(site, 'shifts', {
            ...{ event, assignment: helm, person: person?.id ?? null, draft: '2027-06-01T10:00Z' },
            ...span(13),
            ...over,
          })
        ).id,
  )
  .extend('call', ({ api, site, callApi }) => async (who: Person, method: string, path: string, body?: unknown) => {
    const answer = (await callApi(method, path, await api.signIn(site, who), body)) as Answer
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  })
  .extend('answerOf', ({ world, site }) => async (shift: number) => {
    const { rows } = await world.superuser.query(
      'select person::int, answer, answered_by::int, answered_at is not null as dated from core.shift_facts where site_id = $1 and id = $2',
      [site.id, shift],
    )
    return rows[0]
  })
  /** Signs up to the event as Ann. @returns the request. */
  .extend('signUp', ({ call, ann, event }) => async (wish: object = {}): Promise<number> => {
    const body = { event, comments: '', ...wish }
    const [id] = Object.keys((await call(ann, 'POST', '/requests', [body])).results.requests)
    return Number(id)
  })

/** The fixtures of the acts; the parameter of a test determines which are set up. */
const staged = test.extend(
  'stage',
  ({ call, admin, ann, bob, shift, event, helm, bar, signUp, world, site, answerOf }) => ({
    ...{ call, admin, ann, bob, shift, event, helm, bar, signUp, world, site, answerOf },
  }),
)
type Stage = FixturesOf<typeof staged>['stage']

const OWN_ACTS: Record<string, (stage: Stage) => Promise<number>> = {
  'taking an open shift': async ({ call, ann, shift }) => {
    const id = await shift(null)
    await call(ann, 'PUT', `/shifts/${id}/take`, {})
    return id
  },
  'accepting a shift that is offered from the waiting list': async ({ call, admin, ann, bob, shift, event, helm }) => {
    const id = await shift(bob)
    const { id: place } = await call(ann, 'POST', '/waiting', { event, assignment: helm })
    await call(admin, 'PUT', `/shifts/${id}/person`, { person: null, was: bob.id })
    await call(admin, 'PUT', `/waiting/${place}/offer`, { shift: id })
    await call(ann, 'PUT', `/waiting/${place}/accept`)
    return id
  },
  'saying yes to cover': async ({ call, admin, ann, bob, shift, world }) => {
    const id = await shift(bob)
    const { id: cover } = await call(admin, 'POST', '/covers', { shift: id })
    await call(admin, 'POST', `/covers/${cover}/ask`, { person: ann.id })
    const { rows } = await world.superuser.query('select id from core.coverasks where cover = $1 and person = $2', [
      cover,
      ann.id,
    ])
    await call(ann, 'PUT', `/coverasks/${rows[0].id}/answer`, { answer: 'yes' })
    return id
  },
  'accepting a shift that is handed over': async ({ call, ann, bob, shift }) => {
    const id = await shift(bob)
    const { id: circle } = await call(bob, 'POST', '/swaps', { shift: id, kind: 'hand_over', to: ann.id })
    await call(ann, 'PUT', `/swaps/${circle}/accept`)
    return id
  },
  'accepting a swap': async ({ call, ann, bob, shift, world, site }) => {
    const id = await shift(bob)
    const other = await world.insert(site, 'events', { name: 'Other', ...span(20) })
    const own = await shift(ann, { event: other.id, ...span(20) })
    const { id: circle } = await call(bob, 'POST', '/swaps', { shift: id, kind: 'swap', for: own })
    await call(ann, 'PUT', `/swaps/${circle}/accept`)
    return id
  },
  'signing up to an event, once it is approved': async ({ call, admin, signUp, shift }) => {
    const id = await shift(null)
    await call(admin, 'PUT', `/requests/${await signUp()}/assign`, { shift: id })
    return id
  },
  'signing up for an assignment, approved with others': async ({ call, admin, signUp, shift, helm }) => {
    const id = await shift(null)
    const request = await signUp({ assignment: helm })
    await call(admin, 'PUT', '/requests/assign', { shifts: [{ request, shift: id }] })
    return id
  },
  'signing up on the page of the event': async ({ call, admin, ann, world, site, shift, event }) => {
    const id = await shift(null)
    await world.act(site, memberActor(ann), (ctx) => signUp(ctx, { event, comments: '' }))
    await call(admin, 'PUT', `/shifts/${id}/person`, { person: ann.id, was: null })
    return id
  },
  'signing up through a series or a list': async ({ call, admin, ann, shift, event }) => {
    const id = await shift(null)
    await call(ann, 'POST', '/requests/batch', [{ event }])
    await call(admin, 'PUT', `/shifts/${id}/person`, { person: ann.id, was: null })
    return id
  },
  'signing up for part of it, approved with these times': async ({ call, admin, signUp, shift }) => {
    const id = await shift(null)
    const request = await signUp({ modified_start: '2027-07-13T10:00:00Z' })
    await call(admin, 'PUT', `/requests/${request}/assign`, { shift: id })
    return id
  },
  'signing up, approved before the roster is published': async ({ call, admin, signUp, shift }) => {
    const id = await shift(null, { draft: null })
    await call(admin, 'PUT', `/requests/${await signUp()}/assign`, { shift: id })
    await call(admin, 'PUT', `/shifts/${id}/publish`)
    return id
  },
}

const NOT_ASKED_FOR: Record<string, (stage: Stage) => Promise<number>> = {
  'a coordinator chose it': async ({ call, admin, ann, shift }) => {
    const id = await shift(null)
    await call(admin, 'PUT', `/shifts/${id}/person`, { person: ann.id, was: null })
    return id
  },
  'a coordinator noted the request': async ({ call, admin, ann, shift, event }) => {
    const id = await shift(null)
    await call(admin, 'POST', '/requests/batch', [{ event, person: ann.id }])
    await call(admin, 'PUT', `/shifts/${id}/person`, { person: ann.id, was: null })
    return id
  },
  'she asked for another assignment': async ({ call, admin, signUp, shift, bar }) => {
    const id = await shift(null)
    await call(admin, 'PUT', `/requests/${await signUp({ assignment: bar })}/assign`, { shift: id })
    return id
  },
  'she asked for other times': async ({ call, admin, signUp, shift }) => {
    const id = await shift(null)
    const request = await signUp({ modified_start: '2027-07-13T10:00:00Z' })
    await call(admin, 'PUT', `/requests/${request}/assign`, { shift: id, times: false })
    return id
  },
  'the event has moved to another day since': async ({ call, admin, signUp, shift, event }) => {
    const id = await shift(null, span(14))
    const request = await signUp()
    await call(admin, 'PUT', '/events', [{ id: event, ...span(14) }])
    await call(admin, 'PUT', `/requests/${request}/assign`, { shift: id })
    return id
  },
  'a coordinator changed the request': async ({ call, admin, signUp, shift, helm }) => {
    const id = await shift(null)
    const request = await signUp()
    await call(admin, 'PUT', '/requests', [{ id: request, assignment: helm }])
    await call(admin, 'PUT', `/requests/${request}/assign`, { shift: id })
    return id
  },
  'it is a second shift of the event': async ({ call, admin, ann, signUp, shift }) => {
    const id = await shift(null)
    await call(admin, 'PUT', `/requests/${await signUp()}/assign`, { shift: await shift(null) })
    await call(admin, 'PUT', `/shifts/${id}/person`, { person: ann.id, was: null })
    return id
  },
  'she has left a shift of the event since': async ({ call, admin, ann, signUp, shift }) => {
    const id = await shift(null)
    await call(admin, 'PUT', `/requests/${await signUp()}/assign`, { shift: id })
    await call(admin, 'PUT', `/shifts/${id}/answer`, { answer: 'declined', release: true })
    await call(admin, 'PUT', `/shifts/${id}/person`, { person: ann.id, was: null })
    return id
  },
}

describe('a shift is confirmed by its person’s own act', () => {
  staged.for(Object.entries(OWN_ACTS))('%s', async ([, act], { stage }) => {
    const shift = await act(stage)
    const { id } = stage.ann
    expect(await stage.answerOf(shift)).toEqual({ person: id, answer: 'confirmed', answered_by: id, dated: true })
  })
})

describe('a shift asks its person', () => {
  staged.for(Object.entries(NOT_ASKED_FOR))('%s', async ([, act], { stage }) => {
    const shift = await act(stage)
    expect(await stage.answerOf(shift)).toMatchObject({ person: stage.ann.id, answer: 'asked', dated: false })
  })
})
