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
      if (address === 'https://broken.example/') throw new FetchProblem('It answered 500.')
      if (address === 'https://page.example/') return { type: 'text/html', body: Buffer.from('<html>') }
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
  expect(asked.slice(3)).toEqual(['https://broken.example/'])
  clock.set(new Date(Date.now() + 11 * 60_000))
  await read(['https://a.example/'], FRAME)
  expect(asked.at(-1)).toBe('https://a.example/')
})
