import { expect, test } from 'vitest'
import { declareFeatures, defineFeature } from '#server/engine/features.ts'
import { FEATURES } from '#server/registry.ts'
import { handlersFor, jobs, type WorkerParts } from './registry.ts'
import { SCHEDULES, timers } from './schedules.ts'

const nothing = async () => {}
const PARTS: WorkerParts = {
  messaging: {} as never,
  notifyOperators: nothing,
  renderTexts: nothing,
  closeAuditLogs: nothing,
  sweeping: null,
}

test('every job has a handler, and every repeating entry is a job', () => {
  expect(Object.keys(handlersFor(PARTS))).toEqual(jobs())
  for (const { job } of [...SCHEDULES, ...timers()]) expect(jobs()).toContain(job)
})

test('a worker does not start when a feature’s sweep has the name of a built-in job', () => {
  const greedy = defineFeature({ name: 'greedy', sweeps: { 'deliveries.send': { everyMs: 1, run: nothing } } })
  declareFeatures([...FEATURES, greedy])
  expect(() => handlersFor(PARTS)).toThrow('The worker has a job deliveries.send of its own.')
})
