import { afterAll, expect, test } from 'vitest'
import { MARKDOWN_JOB, MARKDOWN_PREVIEW_JOB } from '#server/markdown/jobs.ts'
import { makeParsers } from '#tests/support/world.ts'
import { ParseProblem } from './parsers.ts'

const parsers = makeParsers({ timeLimits: { markdown: 2_000, preview: 2_000 }, waitMs: 120_000 })
afterAll(() => parsers.stop())

const [A, B] = [1, 2]
/** Each takes many seconds, or all memory, unless it is ended. */
const ENDLESS = `${'- '.repeat(24_000)}a`
const BOMB = `[a]: ${'x'.repeat(25_000)}\n\n${'[a]'.repeat(8_000)}`
const fine = { html: '<p><strong>fine</strong></p>', plain: false }
const reason = (problem: unknown) => (problem instanceof ParseProblem ? problem.reason : problem)

/** Measures the longest time in which this process was blocked, in milliseconds. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let [longest, last] = [0, performance.now()]
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  await work()
  clearInterval(timer)
  return longest
}

test('an endless job is ended at its limit, and the next one of the same site works', async () => {
  expect(await parsers.parse(A, MARKDOWN_JOB, '**fine**')).toEqual(fine)
  const calm = await longestPause(() => new Promise((resolve) => setTimeout(resolve, 300)))
  const begun = performance.now()
  const pause = await longestPause(async () =>
    expect(await parsers.parse(A, MARKDOWN_PREVIEW_JOB, ENDLESS).catch(reason)).toBe('time'),
  )
  expect(performance.now() - begun).toBeGreaterThanOrEqual(1_000)
  expect(performance.now() - begun).toBeLessThan(10_000)
  // Tolerates the pauses of an overloaded machine.
  expect(pause).toBeLessThan(Math.max(250, 6 * calm))
  expect(await parsers.parse(A, MARKDOWN_PREVIEW_JOB, '**fine**')).toEqual(fine)
})

test('a job that takes all memory ends only itself', async () => {
  const small = makeParsers({
    timeLimits: { markdown: 60_000 },
    memoryLimits: { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
  })
  const [bomb, other] = await Promise.all([
    small.parse(A, MARKDOWN_JOB, BOMB).catch(reason),
    small.parse(B, MARKDOWN_JOB, '**fine**'),
  ])
  expect(bomb).toBe('memory')
  expect(other).toEqual(fine)
  expect(await small.parse(A, MARKDOWN_JOB, '**fine**')).toEqual(fine)
  await small.stop()
})

const SLOW = process.env.PROOF ? 15 : 6

test('a site with many slow jobs delays no other site', async () => {
  let ended = 0
  const slow = Array.from({ length: SLOW }, async () => {
    const answer = await parsers.parse(A, MARKDOWN_PREVIEW_JOB, ENDLESS).catch(reason)
    ended += 1
    return answer
  })
  for (let turn = 0; turn < SLOW / 3; turn++)
    expect(await parsers.parse(B, MARKDOWN_PREVIEW_JOB, '**fine**')).toEqual(fine)
  expect(ended).toBeLessThan((SLOW * 2) / 3)
  expect(new Set(await Promise.all(slow))).toEqual(new Set(['time']))
})

test('refuses immediately beyond a site’s waiting jobs', async () => {
  const many = Array.from({ length: 60 }, () => parsers.parse(A, MARKDOWN_PREVIEW_JOB, '**fine**').catch(reason))
  const answers = await Promise.all(many)
  expect(answers.filter((answer) => answer === 'busy').length).toBeGreaterThan(20)
  expect(answers.filter((answer) => answer !== 'busy').length).toBeGreaterThanOrEqual(30)
})

test('stopping ends running jobs and refuses waiting ones', async () => {
  const stopped = makeParsers()
  const open = Array.from({ length: 3 }, () => stopped.parse(A, MARKDOWN_JOB, ENDLESS).catch(reason))
  await stopped.stop()
  // Refused as busy, so that an interrupted text is retried.
  expect(await Promise.all(open)).toEqual(['busy', 'busy', 'busy'])
  expect(await stopped.parse(A, MARKDOWN_JOB, '**fine**').catch(reason)).toBe('busy')
})
