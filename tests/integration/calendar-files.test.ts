import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventFile } from '#server/calendar/files/event-file.ts'
import { getEventPage } from '#server/events/roster.ts'
import type { Site } from '#server/tenancy/site.ts'
import { type ReadEvent, readWithPython } from '#tests/support/python-calendar.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const NOW = new Date('2027-06-01T12:00:00Z')
let world: World
let site: Site
let me: { id: number }
beforeAll(async () => {
  world = await createWorld()
  site = await world.makeSite({ timezone: 'Australia/Lord_Howe' })
  me = await world.makePerson(site)
})
afterAll(() => world.close())

const fileOf = (event: number) =>
  world.withSite(site.id, async (db) =>
    eventFile(await getEventPage(db, { event, drafts: false }), {
      person: me.id,
      now: NOW,
      origin: 'https://club.example',
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

describe.each(NAMES)('an event called %j', (name) => {
  test('is read alike by two parsers: the event for who has no shift, else the own published shifts', async () => {
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
    expect(readWithIcal(own)).toEqual([{ ...expected, uid: `shift-${shift.id}@club.example`, sequence: 4 }])
    for (const text of [whole, own]) expect(readWithPython(text) ?? readWithIcal(text)).toEqual(readWithIcal(text))
  })
})
