import { expect, inject, vi } from 'vitest'
import { BENCHES } from '#tests/bench/benches.ts'
import { openDataset } from '#tests/bench/dataset.ts'
import { createRig } from '#tests/bench/rig.ts'
import { SMOKE } from '#tests/bench/scale.ts'
import { makeLively } from '#tests/bench/tiny-club.ts'
import { worldTest } from '#tests/support/fixture.ts'

/**
 * Few of everything, but a site for each hour of reminders, and shifts on both sides of the week after which they are
 * due.
 */
const TINY = { sites: 8, people: 8, events: 14, firstDay: -2, days: 14 }

/** The parts of the benchmarks, each started once for all of them: one tiny data set replaces all others. */
const test = worldTest.extend('rig', { scope: 'file' }, async ({ world }, { onCleanup }) => {
  const superuserUrl = new URL(inject('superuserUrl'))
  superuserUrl.pathname = new URL(world.url).pathname
  const data = await openDataset({ ...TINY, url: world.url, superuserUrl: superuserUrl.toString() })
  await makeLively(data)
  const rig = createRig(SMOKE, async () => data, { shared: true })
  onCleanup(() => rig.close())
  return rig
})

test.for(Object.entries(BENCHES))('%s runs completely, and its sides answer the same', async ([, bench], { rig }) => {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))
  try {
    await bench(rig)
  } finally {
    log.mockRestore()
  }
  expect(lines).not.toEqual([])
  expect(lines.join('\n')).not.toMatch(/\b(?:NaN|undefined|null|Infinity)\b/)
})
