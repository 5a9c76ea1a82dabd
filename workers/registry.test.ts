import { expect, test } from 'vitest'
import { checkHandlers, JOBS } from './registry.ts'
import { SCHEDULES, TIMERS } from './schedules.ts'

const nothing = async () => {}

test('a worker does not start without exactly one handler for each job', () => {
  const handlers = Object.fromEntries(JOBS.map((job) => [job, nothing]))
  expect(() => checkHandlers(handlers)).not.toThrow()
  expect(() => checkHandlers({ ...handlers, 'reports.send': nothing })).toThrow('no job for the handler reports.send')
  expect(() => checkHandlers({ 'reminders.plan': nothing })).toThrow('no handler for deliveries.send')
  expect(() => checkHandlers(handlers, [...JOBS, 'deliveries.send'])).toThrow('deliveries.send is listed twice')
})

test('what repeats is a job', () => {
  for (const { job } of [...SCHEDULES, ...TIMERS]) expect(JOBS).toContain(job)
})
