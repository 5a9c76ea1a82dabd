import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Site } from '#server/engine/tenancy/site.ts'
import { previewRepeat, repeatEvent } from '#server/events/repeat/commands.ts'
import { createProductCollections } from '#server/registry.ts'
import { copiedPlaces } from '#server/shifts/copy/queries.ts'
import { previewRoster } from '#server/shifts/preview/commands.ts'
import type { PreviewInput } from '#server/shifts/preview/contract.ts'
import { saveRoster } from '#server/shifts/roster-editor/commands.ts'
import type { RosterEdit } from '#server/shifts/roster-editor/contract.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import { adminActor, createWorld, memberActor, type World } from '#tests/support/world.ts'

const engine = createProductCollections()
const NOTHING: RosterEdit = { publish: false, event: null, added: [], changed: [], removed: [] }

let world: World
let site: Site
let admin: { id: number; name: string; email: string }
let ann: typeof admin
let bob: typeof admin
let event: number

beforeAll(async () => {
  world = await createWorld()
  world.clock.set(new Date('2027-06-01T11:00:00Z'))
})
afterAll(() => world.close())

beforeEach(async () => {
  site = await world.makeSite({ timezone: 'Europe/London' })
  admin = await world.makePerson(site, { name: 'Ada', role: 'admin' })
  ann = await world.makePerson(site, { name: 'Ann' })
  bob = await world.makePerson(site, { name: 'Bob' })
  event = (await world.insert(site, 'events', { name: 'Race 4', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }))
    .id
})

const act = <T>(work: Parameters<World['act']>[2]) => world.act(site, adminActor(admin), work) as Promise<T>
const preview = (ask: PreviewInput) =>
  world.act(site, adminActor(admin), (ctx) => previewRoster(ctx, engine, event, ask))
const save = (input: Partial<RosterEdit>) =>
  world.act(site, adminActor(admin), (ctx) => saveRoster(ctx, engine, event, { ...NOTHING, ...input }))
const editor = (of = event) => world.withSite(site.id, (db) => getRosterEditor(db, { event: of, zone: site.timezone }))
const added = (key: string, person: number | null, over = {}) => ({
  key,
  fields: {
    person,
    assignment: null,
    role: null,
    location: null,
    start: '2027-07-10T09:00',
    end: '2027-07-10T17:00',
    notes: '',
    ...over,
  },
})
const deliveries = async () =>
  (
    await world.superuser.query(
      "select person::int, kind from core.deliveries where site_id = $1 and state = 'queued' order by id",
      [site.id],
    )
  ).rows

it('says how many people, not places, and stores nothing', async () => {
  const staged = {
    ...NOTHING,
    added: [added('a', ann.id), added('b', ann.id), added('c', bob.id), added('d', null), added('e', admin.id)],
  }
  world.woken.length = 0
  expect(await preview({ do: 'save', staged })).toEqual({
    notifies: { people: 0, names: [] },
    published: { people: 2, names: ['Ann', 'Bob'] },
  })
  expect((await editor()).places).toEqual([])
  expect(await deliveries()).toEqual([])
  expect(world.woken).toEqual([])
})

it('counts whom the rule that sends would reach, and sending reaches as many', async () => {
  const off = await world.makePerson(site, { name: 'Off', email_notifications: false })
  const staged = { ...NOTHING, publish: true, added: [added('a', ann.id), added('b', off.id)] }
  expect((await preview({ do: 'save', staged })).published).toEqual({ people: 1, names: ['Ann'] })
  await save(staged)
  expect(await deliveries()).toContainEqual({ person: ann.id, kind: 'shift.assigned' })
})

it('knows that taking back, removing and deleting only tells those who were told', async () => {
  await save({ publish: true, added: [added('a', ann.id), added('b', bob.id)] })
  expect(await preview({ do: 'remove' })).toEqual({ notifies: { people: 0, names: [] } })
  await world.superuser.query("update core.deliveries set state = 'sent' where person = $1", [ann.id])
  expect(await preview({ do: 'remove' })).toEqual({ notifies: { people: 1, names: ['Ann'] } })
  expect(await preview({ do: 'unpublish' })).toEqual({ notifies: { people: 1, names: ['Ann'] } })
  const [, second] = (await editor()).places
  expect(await preview({ do: 'unpublish', shifts: [second?.id ?? 0] })).toEqual({ notifies: { people: 0, names: [] } })
  expect((await editor()).places.map(({ published }) => published)).toEqual([true, true])
})

it('tells nobody about a past event', async () => {
  event = (await world.insert(site, 'events', { name: 'Past', start: '2027-05-10T08:00Z', end: '2027-05-10T16:00Z' }))
    .id
  const staged = { ...NOTHING, added: [added('a', ann.id, { start: '2027-05-10T09:00', end: '2027-05-10T10:00' })] }
  expect((await preview({ do: 'save', staged })).published?.people).toBe(0)
})

it('is refused like the save itself, and to members', async () => {
  const staged = { ...NOTHING, added: [added('a', ann.id, { end: '2027-07-10T08:00' })] }
  await expect(preview({ do: 'save', staged })).rejects.toMatchObject({ code: 'invalid' })
  const asMember = world.act(site, memberActor(ann), (ctx) => previewRoster(ctx, engine, event, { do: 'publish' }))
  await expect(asMember).rejects.toMatchObject({ code: 'forbidden' })
})

it('copies places to the same distance from the start of another event', async () => {
  await save({ added: [added('a', ann.id, { notes: 'n' })] })
  const later = (
    await world.insert(site, 'events', { name: 'Race 5', start: '2027-11-13T10:30Z', end: '2027-11-13T16:00Z' })
  ).id
  const copied = await world.withSite(site.id, (db) =>
    copiedPlaces(db, { from: event, to: later, zone: site.timezone }),
  )
  expect(copied.places).toMatchObject([
    { start: '2027-11-13T10:30', end: '2027-11-13T18:30', person: ann.id, notes: 'n' },
  ])
  expect(copied.names.people).toEqual({ [ann.id]: 'Ann' })
})

it('repeats an event with its places over a clock change, open and unpublished', async () => {
  await save({ publish: true, added: [added('a', ann.id), added('b', null)] })
  const rule = { unit: 'week', every: 16, weekdays: [], monthly: 'day', until: null, count: 2 } as const
  const ask = { rule: { ...rule, weekdays: [] }, except: ['2028-02-19'], places: true }
  expect(await act((ctx) => previewRepeat(ctx, event, ask.rule))).toMatchObject([
    { date: '2027-10-30', start: '2027-10-30T09:00', clocks: false },
    { date: '2028-02-19', start: '2028-02-19T09:00' },
  ])
  const made = await act<number[]>((ctx) => repeatEvent(ctx, engine, event, ask))
  expect(made).toHaveLength(1)
  const copy = await editor(made[0])
  expect(copy.event.fields).toMatchObject({ name: 'Race 4', start: '2027-10-30T09:00', end: '2027-10-30T17:00' })
  expect(copy.places.map(({ person, published, start, end }) => [person, published, start, end])).toEqual([
    [null, false, '2027-10-30T09:00', '2027-10-30T17:00'],
    [null, false, '2027-10-30T09:00', '2027-10-30T17:00'],
  ])
  const none = { ...ask, rule: { ...ask.rule, count: null, until: '2020-01-01' } }
  await expect(act((ctx) => repeatEvent(ctx, engine, event, none))).rejects.toMatchObject({ code: 'invalid' })
})
