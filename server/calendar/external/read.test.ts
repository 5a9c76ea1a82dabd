import { expect, test } from 'vitest'
import { createClock } from '#server/kernel/clock.ts'
import { FetchProblem } from '#server/kernel/fetch-public.ts'
import { createLog } from '#server/kernel/log.ts'
import { createExternalCalendars } from './read.ts'

const FRAME = { window: { from: new Date('2027-03-01T00:00Z'), to: new Date('2027-05-01T00:00Z') }, zone: 'UTC' }
const body = Buffer.from(
  JSON.stringify([{ id: 1, name: 'A', start: '2027-03-02T10:00Z', end: '2027-03-02T11:00Z', organisation: 'Rowers' }]),
)

test('one that fails is named and blanks nothing; what was read is remembered for ten minutes, also by many at once (T60)', async () => {
  const asked: string[] = []
  const clock = createClock()
  const read = createExternalCalendars({
    clock,
    log: createLog({ level: 'silent' }),
    fetch: async (address) => {
      asked.push(address)
      if (address.startsWith('https://broken.example/')) throw new FetchProblem('It answered 500.')
      if (address.startsWith('https://page.example/')) return { type: 'text/html', body: Buffer.from('<html>') }
      return { type: 'application/json', body }
    },
  })
  const addresses = ['https://a.example/', 'https://broken.example/', 'https://page.example/']
  const [answer] = await Promise.all([read(addresses, FRAME), read(addresses, FRAME), read(addresses, FRAME)])
  expect(answer?.events.map((event) => event.name)).toEqual(['A'])
  expect(answer?.names).toEqual({ 'https://a.example/': 'Rowers' })
  expect(answer?.problems).toEqual([
    { address: 'https://broken.example/', problem: 'It answered 500.' },
    { address: 'https://page.example/', problem: 'It is not a calendar.' },
  ])
  expect(asked).toHaveLength(3)
  clock.set(new Date(Date.now() + 2 * 60_000))
  await read(addresses, FRAME)
  expect(asked.slice(3)).toEqual([expect.stringContaining('https://broken.example/')])
  clock.set(new Date(Date.now() + 11 * 60_000))
  await read(['https://a.example/'], FRAME)
  expect(asked).toHaveLength(5)
  expect(asked.at(-1)).toContain('https://a.example/')
})

test('each is asked for the window that is shown, whatever else its address says; another window is asked for anew', async () => {
  const asked: URL[] = []
  const read = createExternalCalendars({
    clock: createClock(),
    log: createLog({ level: 'silent' }),
    fetch: async (address) => {
      asked.push(new URL(address))
      return { type: 'application/json', body }
    },
  })
  const addresses = ['https://a.example/api/events/public', 'https://b.example/x.ics?key=a%20b&start=1']
  await read(addresses, FRAME)
  expect(asked.map(({ host, searchParams }) => [host, ...searchParams])).toEqual([
    ['a.example', ['start', '2027-03-01T00:00:00.000Z'], ['end', '2027-05-01T00:00:00.000Z']],
    ['b.example', ['key', 'a b'], ['start', '2027-03-01T00:00:00.000Z'], ['end', '2027-05-01T00:00:00.000Z']],
  ])
  await read(addresses, FRAME)
  expect(asked).toHaveLength(2)
  await read(addresses.slice(0, 1), { ...FRAME, window: { ...FRAME.window, to: new Date('2027-06-01T00:00Z') } })
  expect(asked.at(-1)?.searchParams.get('end')).toBe('2027-06-01T00:00:00.000Z')
})
