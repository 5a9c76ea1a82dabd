import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { test as base, expect } from 'vitest'
import { createClock } from './clock.ts'
import { DomainError } from './errors.ts'
import { createFailures, pauseMs } from './failures.ts'

const SICK = { site: 1, row: 7 }
const WELL = { site: 2, row: 8 }
const broken = async ({ site }: { site: number }) => {
  if (site === SICK.site) throw new Error('poisoned')
}

const test = base
  .extend('clock', () => {
    const clock = createClock()
    clock.set(new Date('2027-06-12T09:00:00Z'))
    return clock
  })
  .extend('logged', () => [] as object[])
  .extend('registry', () => new Registry())
  .extend('failures', ({ clock, logged, registry }) => {
    const stream = new PassThrough().on('data', (line) => logged.push(JSON.parse(String(line))))
    return createFailures({ clock, log: pino({ level: 'error' }, stream), registry })
  })

test('a failing item waits twice as long each time, up to an hour, and blocks no other', async ({
  failures,
  clock,
}) => {
  expect([1, 2, 3, 10, 11, 12, 40].map((times) => pauseMs(times) / 1000)).toEqual([2, 4, 8, 1024, 2048, 3600, 3600])
  expect(await failures.each('work', [SICK, WELL], broken)).toEqual({ found: 2, done: 1 })
  expect(await failures.each('work', [SICK, WELL], broken)).toEqual({ found: 1, done: 1 })
  expect(await failures.each('other work', [SICK], broken)).toEqual({ found: 1, done: 0 })
  expect(failures.limit('work', 100)).toBe(101)
  clock.set(new Date(clock.epochMs() + 2_000))
  expect(failures.limit('work', 100)).toBe(100)
  expect(await failures.each('work', [SICK], broken)).toEqual({ found: 1, done: 0 })
  clock.set(new Date(clock.epochMs() + 3_000))
  expect(await failures.each('work', [SICK], broken)).toEqual({ found: 0, done: 0 })
})

test('a repaired item succeeds at the next try, and its pauses restart after another failure', async ({
  failures,
  clock,
}) => {
  await failures.each('work', [SICK], broken)
  clock.set(new Date(clock.epochMs() + 2_000))
  expect(await failures.each('work', [SICK], async () => {})).toEqual({ found: 1, done: 1 })
  expect(await failures.each('work', [SICK], broken)).toEqual({ found: 1, done: 0 })
})

test('a site with three failing items loses the rest of its turn', async ({ failures }) => {
  const tried: number[] = []
  const items = [0, 1, 2, 3, 4].map((row) => ({ site: 1, row }))
  await failures.each('work', [...items, WELL], async (item) => {
    tried.push(item.row)
    await broken(item)
  })
  expect(tried).toEqual([0, 1, 2, WELL.row])
})

test('a failure is logged with its site and counted, unless a rule refuses for now', async ({
  failures,
  logged,
  registry,
}) => {
  await failures.each('work', [SICK], broken)
  await failures.each('work', [WELL], async () => {
    throw new DomainError('conflict', 'Not now.')
  })
  expect(logged).toMatchObject([{ ...SICK, work: 'work', times: 1 }])
  expect(await registry.getSingleMetricAsString('work_failed_total')).toContain('work_failed_total{work="work"} 1')
  // A web process and a worker in one process share the counter.
  expect(() => createFailures({ clock: createClock(), log: pino({ level: 'silent' }), registry })).not.toThrow()
})

test('nothing continues while the database is away', async ({ failures }) => {
  const away = async () => {
    throw new DomainError('unavailable', 'Away.')
  }
  await expect(failures.each('work', [SICK], away)).rejects.toThrow('Away.')
  expect(failures.limit('work', 1)).toBe(1)
})

const timedOut = () => new Error('not settled', { cause: Object.assign(new Error('canceled'), { code: '57014' }) })

test('work that is cut off for time five times in a row counts as failing', async ({ failures, clock, registry }) => {
  const counted = async () =>
    (await registry.getMetricsAsJSON())[0]?.values.map(({ value, labels }) => [labels.work, value])
  for (let times = 1; times <= 5; times += 1) {
    expect(await counted()).toEqual([])
    await failures.each('settle', [SICK], () => Promise.reject(timedOut()))
    clock.set(new Date(clock.epochMs() + pauseMs(times)))
  }
  expect(await counted()).toEqual([['settle', 1]])
})

test('a failed job is counted and logged under its name, also the first time that it is cut off, and ends nothing', async ({
  failures,
  registry,
  logged,
}) => {
  const counted = async () => (await registry.getMetricsAsJSON())[0]?.values
  expect(await failures.job('rows.forget', async () => 'done')).toBe('done')
  const facts = { request_id: 'r-1' }
  expect(await failures.job('rows.forget', () => Promise.reject(new Error('broken')), facts)).toBe(undefined)
  expect(await counted()).toMatchObject([{ value: 1, labels: { work: 'rows.forget' } }])
  await failures.job('rows.forget', () => Promise.reject(timedOut()))
  expect(await counted()).toMatchObject([{ value: 2 }])
  await failures.each('check', [SICK], () => Promise.reject(timedOut()), { patience: 1 })
  expect(await counted()).toMatchObject([{ value: 2 }, { value: 1, labels: { work: 'check' } }])
  expect(logged[0]).toMatchObject({
    job: 'rows.forget',
    request_id: 'r-1',
    msg: 'a job failed; the next tick retries it',
  })
})
