import ICAL from 'ical.js'
import { describe, expect } from 'vitest'
import { getOwnAnswers } from '#server/answers/own.ts'
import { resetFeed } from '#server/calendar/feed/commands.ts'
import { findFeed } from '#server/calendar/feed/queries.ts'
import { writeFeed } from '#server/calendar/feed/write.ts'
import { cancelledFile, eventFile } from '#server/calendar/files/event-file.ts'
import { getWithdrawn } from '#server/calendar/files/withdrawn.ts'
import { createProductCollections } from '#server/registry.ts'
import { findEventPage, getEventPage, type RosterReader } from '#server/shifts/roster.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { settle, tell } from '#tests/support/messages/messaging.ts'
import { type ReadEvent, readWithPython } from '#tests/support/programs.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

const NOW = new Date('2027-06-01T12:00:00Z')

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite({ timezone: 'Australia/Lord_Howe' }))
  .extend('me', { scope: 'file', auto: true }, ({ world, site }) => world.makePerson(site))
  .extend(
    'fileOf',
    { scope: 'file' },
    ({ me, world, site }) =>
      (event: number, now = NOW, person = me.id) =>
        world.withSite(site.id, async (db) => {
          const options = { person, now, origin: 'https://club.example', host: 'club.example', zone: site.timezone }
          const withdrawn = await getWithdrawn(db, { event, ...options })
          const found = await findEventPage(db, { event, reader: { person } })
          const answers = await getOwnAnswers(db, { event, person, now })
          return found ? eventFile(found, withdrawn, { ...options, answers }) : cancelledFile(withdrawn, options)
        }),
  )

const readWithIcal = (text: string): ReadEvent[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      status: String(component.getFirstPropertyValue('status')),
      sequence: event.sequence,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      summary: event.summary,
    }
  })

const NAMES = [
  'Race, “four”; with \\ marks',
  'BEGIN:VEVENT',
  'Two\nlines\r\nATTENDEE:mailto:a@b.example',
  `${'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch '.repeat(3)}🚣🏽‍♀️`,
  '',
]

const files: string[] = []
describe.each(NAMES)('an event called %j', (name) => {
  test('is the event for people without a shift, else their own published shifts', async ({
    world,
    site,
    me,
    fileOf,
  }) => {
    const times = { start: '2027-10-02T15:15Z', end: '2027-10-02T18:00Z' }
    const { id } = await world.insert(site, 'events', { name, ...times })
    const { id: other } = await world.makePerson(site)
    for (const over of [{ person: other }, { person: me.id, draft: null }])
      await world.insert(site, 'shifts', { event: id, ...times, draft: '2027-01-01T00:00Z', ...over })
    const whole = await fileOf(id)
    const seen = name.replace(/\s+/g, ' ').trim() || 'Untitled Event'
    const expected = {
      status: 'CONFIRMED',
      start: '2027-10-02T15:15:00.000Z',
      end: '2027-10-02T18:00:00.000Z',
      summary: seen,
    }
    expect(readWithIcal(whole)).toEqual([{ ...expected, uid: `event-${id}@club.example`, sequence: 0 }])
    expect(whole).not.toMatch(/^ATTENDEE/m)
    const shift = await world.insert(site, 'shifts', {
      event: id,
      ...times,
      person: me.id,
      draft: '2027-01-01T00:00Z',
      sequence: 4,
    })
    const own = await fileOf(id)
    expect(readWithIcal(own)).toEqual([
      { ...expected, status: 'TENTATIVE', uid: `shift-${shift.id}@club.example`, sequence: 4 },
    ])
    files.push(whole, own)
  })
})

test('a shift has the same status in the file as in the feed: tentative until its person has answered', async ({
  world,
  site,
  me,
  fileOf,
}) => {
  const times = { start: '2027-10-03T15:15Z', end: '2027-10-03T18:00Z' }
  const { id: event } = await world.insert(site, 'events', { name: 'Race', ...times })
  const held = { event, ...times, draft: '2027-01-01T00:00Z', person: me.id }
  const { id: shift } = await world.insert(site, 'shifts', held)
  const { id: other } = await world.insert(site, 'shifts', held)
  const secret = await world.act(site, memberActor(me), resetFeed)
  const standing = async () => {
    const own = readWithIcal(await fileOf(event)).map(({ status }) => status)
    const feed = await world.withSite(site.id, (db) => findFeed(db, secret, NOW))
    const fed = readWithIcal(writeFeed(feed!, { name: 'Club', timezone: site.timezone }, 'https://club.example'))
    const here = fed.filter(({ uid }) => [shift, other].some((id) => uid.startsWith(`shift-${id}@`)))
    expect(here.map(({ status }) => status)).toEqual(own)
    return own
  }
  expect(await standing()).toEqual(['TENTATIVE', 'TENTATIVE'])
  await world.superuser.query(
    "insert into core.answers (site_id, shift, person, answer, via, at) select site_id, id, person, 'confirmed', 'screen', now() from core.shifts where id = any ($1)",
    [[shift, other]],
  )
  expect(await standing()).toEqual(['CONFIRMED', 'CONFIRMED'])
})

test('python3-icalendar reads each of these files as ical.js does', ({ skip }) => {
  expect(files).toHaveLength(2 * NAMES.length)
  for (const text of files) {
    const seen = readWithPython(text)
    if (!seen) return skip('python3-icalendar is not installed')
    expect(seen).toEqual(readWithIcal(text))
  }
})

test('lines end in CRLF and have at most 75 octets; commas, semicolons, backslashes and breaks are escaped; times are of the site', async ({
  world,
  site,
  fileOf,
}) => {
  const name = `Öffnung, „Ü“; \\ ${'é'.repeat(120)}`
  const times = { start: '2027-10-02T15:15Z', end: '2027-10-02T18:00Z' }
  const { id } = await world.insert(site, 'events', { name, contact: 'Ann\nBob; 1, 2', ...times })
  const text = await fileOf(id)
  const lines = text.split('\r\n')
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  const unfolded = text.replaceAll(/\r\n[ \t]/g, '')
  expect(unfolded).toContain(`SUMMARY:Öffnung\\, „Ü“\\; \\\\ ${'é'.repeat(120)}\r\n`)
  expect(unfolded).toContain('Ann\\nBob\\; 1\\, 2')
  expect(unfolded).toContain('DTSTART;TZID=Australia/Lord_Howe:20271003T014500')
  expect(unfolded).toContain('DTEND;TZID=Australia/Lord_Howe:20271003T050000')
  expect(unfolded).toContain('TZID:Australia/Lord_Howe\r\n')
  expect(unfolded).toMatch(/DTSTAMP:\d{8}T\d{6}Z\r\n/)
})

test('SEQUENCE rises with every change that a calendar shows of an event or its shifts, and with nothing else', async ({
  world,
  site,
  me,
  fileOf,
}) => {
  const engine = createProductCollections()
  const admin = adminActor(await world.makePerson(site, { role: 'admin' }))
  const times = { start: '2027-10-02T15:15Z', end: '2027-10-02T18:00Z' }
  const { id } = await world.insert(site, 'events', { name: 'Race', ...times })
  const place = (await world.insert(site, 'locations', { name: 'Pier' })).id
  const secret = await world.act(site, memberActor(me), resetFeed)
  const held = { event: id, ...times, draft: '2027-01-01T00:00Z', person: me.id }
  const change = (fields: object) => world.act(site, admin, (ctx) => engine.update(ctx, 'events', { id, ...fields }))
  const sequences = async () => {
    const feed = await world.withSite(site.id, (db) => findFeed(db, secret, NOW))
    return [readWithIcal(await fileOf(id))[0]?.sequence, feed?.entries.find(({ event }) => event === id)?.sequence]
  }
  for (const [n, fields] of [
    { name: 'Big race' },
    { location: place },
    { start: '2027-10-02T15:00Z' },
    { contact: 'Ann' },
  ].entries()) {
    await change(fields)
    expect([fields, (await sequences())[0]]).toEqual([fields, n + 1])
  }
  await change({ details: 'New', name: 'Big race' })
  expect((await sequences())[0]).toBe(4)
  await world.insert(site, 'shifts', held)
  const [first] = await sequences()
  await change({ name: 'Bigger race' })
  await world.superuser.query(`update core.events set "end" = "end" + interval '1 hour' where id = $1`, [id])
  expect(first).toBe(0)
  expect(await sequences()).toEqual([2, 2])
})

test('a member reads the notes of their own shifts alone, an editor all', async ({ world, site, me }) => {
  const other = await world.makePerson(site)
  const at = { start: '2027-11-01T09:00Z', end: '2027-11-01T12:00Z' }
  const { id: event } = await world.insert(site, 'events', { name: 'Notes', ...at })
  for (const { person, draft } of [
    { person: me.id, draft: '2027-01-01T00:00Z' },
    { person: other.id, draft: '2027-01-01T00:00Z' },
    { person: null, draft: null },
  ])
    await world.insert(site, 'shifts', { event, person, draft, notes: `of ${person}`, ...at })
  const notesFor = (reader: RosterReader) =>
    world.withSite(site.id, async (db) => (await getEventPage(db, { event, reader })).shifts.map(({ notes }) => notes))
  expect((await notesFor({ person: me.id })).sort()).toEqual(['', `of ${me.id}`])
  expect((await notesFor('editor')).sort()).toEqual([`of ${me.id}`, `of ${other.id}`, 'of null'].sort())
})

test('the file of a deleted event is CANCELLED with a higher SEQUENCE while feeds keep it; a restored one continues above that', async ({
  world,
  site,
  fileOf,
}) => {
  const engine = createProductCollections()
  const admin = adminActor(await world.makePerson(site, { role: 'admin' }))
  const [held, other] = [await world.makePerson(site), await world.makePerson(site)]
  const times = { start: '2027-10-02T15:15Z', end: '2027-10-02T18:00Z' }
  const place = (await world.insert(site, 'locations', { name: 'Pier', address: 'Quay 1' })).id
  const { id: event } = await world.insert(site, 'events', { name: 'Gala', location: place, ...times })
  const shift = await world.insert(site, 'shifts', {
    ...{ event, ...times, person: held.id, draft: '2027-01-01T00:00Z', sequence: 3 },
  })
  const change = (fields: object) =>
    world.act(site, admin, (ctx) => engine.update(ctx, 'events', { id: event, ...fields }))
  const seen = async (person: number, now = NOW) =>
    readWithIcal(await fileOf(event, now, person)).map(({ uid, status, sequence, summary }) => [
      ...[uid.split('@')[0], status, sequence, summary],
    ])
  await change({ name: 'Big gala' })
  await tell(world, site, shift.id, held)
  expect([await seen(other.id), await seen(held.id)]).toEqual([
    [[`event-${event}`, 'CONFIRMED', 1, 'Big gala']],
    [[`shift-${shift.id}`, 'TENTATIVE', 4, 'Big gala']],
  ])
  const undo = await world.act(site, admin, (ctx) => engine.remove(ctx, 'events', event))
  await settle(world)
  const off = [[[`event-${event}`, 'CANCELLED', 2, 'Big gala']], [[`shift-${shift.id}`, 'CANCELLED', 5, 'Big gala']]]
  expect([await seen(other.id), await seen(held.id)]).toEqual(off)
  expect(await fileOf(event, NOW, other.id)).toContain('LOCATION:Pier\\, Quay 1')
  expect(await seen(other.id, new Date('2027-12-30T00:00Z'))).toEqual(off[0])
  for (const now of [new Date('2028-01-05T00:00Z'), new Date('2026-08-01T00:00Z')])
    await expect(fileOf(event, now, other.id)).rejects.toMatchObject({ code: 'not_found' })
  const elsewhere = await world.makeSite()
  const stranger = await world.makePerson(elsewhere)
  expect(
    await world.withSite(elsewhere.id, (db) => getWithdrawn(db, { event, person: stranger.id, now: NOW })),
  ).toEqual({
    event: null,
    shifts: [],
  })
  await world.act(site, admin, (ctx) => engine.undo(ctx, 'events', { token: undo.token }))
  expect([await seen(other.id), await seen(held.id)]).toEqual([
    [[`event-${event}`, 'CONFIRMED', 3, 'Big gala']],
    [[`shift-${shift.id}`, 'TENTATIVE', 6, 'Big gala']],
  ])
  await change({ name: 'Gala' })
  expect(await seen(other.id)).toEqual([[`event-${event}`, 'CONFIRMED', 4, 'Gala']])
  await world.act(site, admin, (ctx) => engine.remove(ctx, 'events', event))
  const [[, status, sequence]] = (await seen(other.id)) as [[string, string, number]]
  expect([status, sequence > 4]).toEqual(['CANCELLED', true])
})
