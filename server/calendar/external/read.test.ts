import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { createClock } from '#server/engine/kernel/clock.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { makeParsers } from '#tests/support/world.ts'
import { createExternalCalendars } from './read.ts'

const parsers = makeParsers({ timeLimits: { calendar: 2_000 } })
afterAll(() => parsers.stop())

const FRAME = { window: { from: new Date('2027-03-01T00:00Z'), to: new Date('2027-05-01T00:00Z') }, zone: 'UTC' }
const SITE = 7
const body = Buffer.from(
  JSON.stringify([{ id: 1, name: 'A', start: '2027-03-02T10:00Z', end: '2027-03-02T11:00Z', organisation: 'Rowers' }]),
)

const answerOf = (type: string, body: Buffer) => ({ status: 200, headers: { 'content-type': type }, body })

test('names a failing calendar without hiding others; caches for ten minutes, also for concurrent readers', async () => {
  const asked: string[] = []
  const clock = createClock()
  const read = createExternalCalendars({
    clock,
    parsers,
    log: createLog({ level: 'silent' }),
    fetch: async (address) => {
      asked.push(address)
      if (address.startsWith('https://broken.example/')) return { status: 500, headers: {}, body: Buffer.from('') }
      if (address.startsWith('https://page.example/')) return answerOf('text/html', Buffer.from('<html>'))
      return answerOf('application/json', body)
    },
  })
  const addresses = ['https://a.example/', 'https://broken.example/', 'https://page.example/']
  const [answer] = await Promise.all([
    read(addresses, FRAME, SITE),
    read(addresses, FRAME, SITE),
    read(addresses, FRAME, SITE),
  ])
  expect(answer?.events.map((event) => event.name)).toEqual(['A'])
  expect(answer?.names).toEqual({ 'https://a.example/': 'Rowers' })
  expect(answer?.problems).toEqual([
    { address: 'https://broken.example/', problem: 'It replied 500.' },
    { address: 'https://page.example/', problem: 'It is not a calendar.' },
  ])
  expect(asked).toHaveLength(3)
  clock.set(new Date(Date.now() + 2 * 60_000))
  await read(addresses, FRAME, SITE)
  expect(asked.slice(3)).toEqual([expect.stringContaining('https://broken.example/')])
  clock.set(new Date(Date.now() + 11 * 60_000))
  await read(['https://a.example/'], FRAME, SITE)
  expect(asked).toHaveLength(5)
  expect(asked.at(-1)).toContain('https://a.example/')
})

test('requests the visible window, whatever the address says, and fetches again for another window', async () => {
  const asked: URL[] = []
  const read = createExternalCalendars({
    clock: createClock(),
    parsers,
    log: createLog({ level: 'silent' }),
    fetch: async (address) => {
      asked.push(new URL(address))
      return answerOf('application/json', body)
    },
  })
  const addresses = ['https://a.example/api/events/public', 'https://b.example/x.ics?key=a%20b&start=1']
  await read(addresses, FRAME, SITE)
  expect(asked.map(({ host, searchParams }) => [host, ...searchParams])).toEqual([
    ['a.example', ['start', '2027-03-01T00:00:00.000Z'], ['end', '2027-05-01T00:00:00.000Z']],
    ['b.example', ['key', 'a b'], ['start', '2027-03-01T00:00:00.000Z'], ['end', '2027-05-01T00:00:00.000Z']],
  ])
  await read(addresses, FRAME, SITE)
  expect(asked).toHaveLength(2)
  await read(addresses.slice(0, 1), { ...FRAME, window: { ...FRAME.window, to: new Date('2027-06-01T00:00Z') } }, SITE)
  expect(asked.at(-1)?.searchParams.get('end')).toBe('2027-06-01T00:00:00.000Z')
})

const lines = (...of: string[]) => Buffer.from(['BEGIN:VCALENDAR', ...of, 'END:VCALENDAR', ''].join('\r\n'))
const weekly = (name: string, start: string) => [
  ...['BEGIN:VEVENT', `UID:${name}`, `SUMMARY:${name}`, start, 'DURATION:PT1H'],
  ...['RRULE:FREQ=WEEKLY;COUNT=4', 'END:VEVENT'],
]
/** Exceeds the limit below on any machine. Larger than a fetched file may be, which is not tested here. */
const HOSTILE = lines(
  Array.from({ length: 100_000 }, (_, at) =>
    weekly(`Storm ${at}`, 'DTSTART;TZID=Europe/London:20270301T100000').join('\r\n'),
  ).join('\r\n'),
)

test('caches a decoded calendar: the next view needs no thread, even in another zone', async () => {
  let parsed = 0
  const read = createExternalCalendars({
    clock: createClock(),
    parsers: {
      parse: (...given) => {
        parsed += 1
        return parsers.parse(...given)
      },
    },
    log: createLog({ level: 'silent' }),
    fetch: async () => answerOf('text/calendar', lines(...weekly('Calm', 'DTSTART:20270310T100000'))),
  })
  const starts = async (zone: string, site: number) =>
    (await read(['https://a.example/'], { ...FRAME, zone }, site)).events[0]?.start
  for (let look = 0; look < 5; look++) expect(await starts('UTC', 1)).toBe('2027-03-10T10:00:00.000Z')
  expect(parsed).toBe(1)
  expect(await starts('Australia/Sydney', 2)).toBe('2027-03-09T23:00:00.000Z')
  expect(await starts('UTC', 1)).toBe('2027-03-10T10:00:00.000Z')
  expect(parsed).toBe(2)
})

test('names a slow calendar, does not retry it at each view, and does not delay other clubs’', async () => {
  let asked = 0
  const few = makeParsers({ timeLimits: { calendar: 400 }, waitMs: 120_000 })
  const read = createExternalCalendars({
    clock: createClock(),
    parsers: few,
    log: createLog({ level: 'silent' }),
    fetch: async (address) => {
      asked += 1
      const calm = lines(...weekly('Calm', 'DTSTART:20270310T100000Z'))
      return answerOf('text/calendar', address.startsWith('https://storm') ? HOSTILE : calm)
    },
  })
  await read(['https://warm.example/'], FRAME, 3)
  const storm = Array.from({ length: 4 }, (_, i) => `https://storm${i}.example/`)
  const hostile = read(storm, FRAME, 1)
  const calm = await read(['https://calm.example/'], FRAME, 2)
  expect(calm.problems).toEqual([])
  expect(calm.events).toHaveLength(4)
  expect((await hostile).problems).toEqual(storm.map((address) => ({ address, problem: 'It takes too long to read.' })))
  const before = asked
  await read(storm, FRAME, 1)
  expect(asked).toBe(before)
  await few.stop()
})

test('does not mix zones of calendars decoded by the same thread', async () => {
  const one = makeParsers({ threads: 1 })
  const zone = (...name: string[]) => [
    ...['BEGIN:VTIMEZONE', ...name, 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
    ...['TZOFFSETFROM:-1200', 'TZOFFSETTO:-1200', 'END:STANDARD', 'END:VTIMEZONE'],
  ]
  const hostile = lines(...zone('TZID:Europe/London'), ...zone())
  const calm = lines(...weekly('Calm', 'DTSTART;TZID=Europe/London:20270410T100000'))
  const read = createExternalCalendars({
    clock: createClock(),
    parsers: one,
    log: createLog({ level: 'silent' }),
    fetch: async (address) => answerOf('text/calendar', address.startsWith('https://hostile') ? hostile : calm),
  })
  for (const site of [1, 2]) await read(['https://hostile.example/'], FRAME, site)
  expect((await read(['https://calm.example/'], FRAME, 3)).events[0]?.start).toBe('2027-04-10T09:00:00.000Z')
  await one.stop()
})

test('reads a calendar in its character set', async () => {
  const latin1 = readFileSync('tests/fixtures/calendars/latin1.ics')
  const utf16 = Buffer.from(`\uFEFF${latin1.toString('latin1')}`, 'utf16le')
  const latin2 = Buffer.from(
    latin1.toString('latin1').replace('Frühjahrsputz in Köln', 'Jarn\u00ed \u00faklid'),
    'latin1',
  )
  const names = [
    ['text/calendar; charset=ISO-8859-1', latin1],
    ['text/calendar;charset="windows-1252"', latin1],
    ['text/calendar', latin1],
    ['text/calendar; charset=utf-8', latin1],
    ['text/calendar; charset=no-such', latin1],
    ['text/calendar; charset=utf-16', utf16],
    ['text/calendar; charset=iso-8859-2', latin2],
  ] as const
  const read = createExternalCalendars({
    clock: createClock(),
    parsers,
    log: createLog({ level: 'silent' }),
    fetch: async (address) => {
      const [type, calendar] = names[Number(new URL(address).searchParams.get('n'))]!
      return answerOf(type, calendar)
    },
  })
  const seen = await Promise.all(names.map((_, n) => read([`https://a.example/?n=${n}`], FRAME, SITE)))
  const german = 'Frühjahrsputz in Köln'
  expect(seen.map(({ events }) => events[0]?.name)).toEqual([...Array(6).fill(german), 'Jarní úklid'])
})

test('reports skipped events with the rest of a calendar', async () => {
  const address = 'https://a.example/'
  const read = createExternalCalendars({
    clock: createClock(),
    parsers,
    log: createLog({ level: 'silent' }),
    fetch: async () =>
      answerOf('text/calendar', lines(...weekly('Calm', 'DTSTART:20270310T100000Z'), ...weekly('Odd', 'DTSTART:soon'))),
  })
  const { events, problems } = await read([address], FRAME, SITE)
  expect(events).toHaveLength(4)
  expect(problems).toEqual([{ address, problem: '1 event couldn’t be read and was left out.' }])
})

test('reads every calendar that a site may allow', async () => {
  const asked: string[] = []
  const read = createExternalCalendars({
    clock: createClock(),
    parsers,
    log: createLog({ level: 'silent' }),
    fetch: async (address) => {
      asked.push(address)
      return answerOf('application/json', body)
    },
  })
  const addresses = Array.from({ length: 20 }, (_, i) => `https://club${i}.example/`)
  const { events, problems } = await read(addresses, FRAME, SITE)
  expect(asked).toHaveLength(20)
  expect(events).toHaveLength(20)
  expect(problems).toEqual([])
})
