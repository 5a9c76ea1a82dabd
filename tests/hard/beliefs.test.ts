import { expect } from 'vitest'
import { test as base } from '#tests/support/fixture.ts'
import { createOutbox } from '#tests/support/messages/belief/outbox.ts'
import { play } from '#tests/support/messages/belief/play.ts'
import { shorten } from '#tests/support/messages/belief/shorten.ts'
import { historyOf, TOGETHER } from '#tests/support/messages/belief/steps.ts'
import { tell } from '#tests/support/messages/belief/words.ts'

/** How many random histories, and how many steps each. BELIEF=137 plays only that one. */
const [HISTORIES, LENGTH] = process.env.PROOF ? [10_000, 60] : [200, 15]
/** How many failing histories are told; the others are only counted. */
const TOLD = Number(process.env.TOLD ?? 3)

const test = base.extend('env', async ({ world, api }, { onCleanup }) => {
  const outbox = createOutbox(world, api.context.config.SESSION_SECRET)
  onCleanup(() => outbox.stop())
  return { world, api, outbox }
})

test('people know what is true', { timeout: 3_600_000 }, async ({ env }) => {
  const judged = (f: { check: string; kind: string }) => !(process.env.SKIP ?? '').split(',').some((one) => one && `${f.check} ${f.kind}`.includes(one))
  const n = Number(process.env.N ?? HISTORIES)
  const first = Number(process.env.FROM ?? 0)
  const told: string[] = []
  let failed = 0
  const kinds: Record<string, string[]> = {}
  for (let from = first; from < first + n; from += TOGETHER) {
    const t = performance.now()
    const histories = Array.from({ length: TOGETHER }, (_, i) => historyOf(from + i, LENGTH))
    const outcomes = await play(env, histories, { judged })
    console.log(from, Math.round(performance.now() - t), 'ms', outcomes.filter((o) => o.faults.length).length, outcomes.flatMap(o => o.made).filter(Boolean).length)
    for (const [i, outcome] of outcomes.entries()) {
      if (!outcome.faults.length) continue
      failed += 1
      const key = `${outcome.faults[0]!.check} ${outcome.faults[0]!.kind}`
      ;(kinds[key] ??= []).push(String(from + i))
      if (kinds[key].length > TOLD) continue
      const short = await shorten(histories[i]!, outcome, (list) => play(env, list, { judged }))
      const faults = short.outcome.faults.map(({ check, says }) => `(${check}) ${says}`)
      console.log([`History ${from + i}:`, ...tell(short.history), ...faults].join('\n'))
    }
  }
  console.log(kinds)
  expect(failed).toBe(0)
})
