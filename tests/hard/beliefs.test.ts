import { expect } from 'vitest'
import { test as base } from '#tests/support/fixture.ts'
import { hold } from '#tests/support/held-clock.ts'
import { createOutbox } from '#tests/support/messages/belief/outbox.ts'
import { play } from '#tests/support/messages/belief/play.ts'
import { shorten } from '#tests/support/messages/belief/shorten.ts'
import { historyOf, TOGETHER } from '#tests/support/messages/belief/steps.ts'
import { tell } from '#tests/support/messages/belief/words.ts'

const [HISTORIES, LENGTH] = process.env.PROOF ? [10_000, 60] : [200, 5]
/** The only histories to play, such as `7,130-139`. */
const ONLY = process.env.BELIEF
/** How many failing histories are shortened and printed. */
const TOLD = ONLY ? Number.POSITIVE_INFINITY : 3

const test = base.extend('env', async ({ world, api }, { onCleanup }) => {
  hold(world.clock)
  const outbox = createOutbox(world, api.context.config.SESSION_SECRET)
  onCleanup(() => outbox.stop())
  return { world, api, outbox }
})

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

const numbers = ONLY
  ? ONLY.split(',').flatMap((part) => {
      const [first, last = first] = part.split('-').map(Number)
      return range(first!, last!)
    })
  : range(0, HISTORIES - 1)

const clockNumber = (number: number) => Math.floor(number / TOGETHER)

/** Histories in one group share their clock. */
const groups = [...new Set(numbers.map(clockNumber))].map((clock) =>
  numbers.filter((number) => clockNumber(number) === clock),
)

test(`after ${ONLY ? `the histories ${ONLY} of the` : HISTORIES} random histories people know the facts, and no message was wrong or redundant`, {
  timeout: 6 * 3_600_000,
}, async ({ env }) => {
  const told: string[] = []
  const failed: number[] = []
  for (const group of groups) {
    const histories = group.map((number) => historyOf(number, LENGTH))
    for (const [n, outcome] of (await play(env, histories)).entries()) {
      if (!outcome.faults.length) continue
      failed.push(group[n]!)
      if (told.length >= TOLD) continue
      const short = await shorten(histories[n]!, outcome, (list) => play(env, list))
      const faults = short.outcome.faults.map(({ check, says }) => `(${check}) ${says}`)
      told.push([`BELIEF=${group[n]}`, ...tell(short.history), ...faults].join('\n'))
    }
  }
  expect(failed, told.join('\n\n')).toEqual([])
})
