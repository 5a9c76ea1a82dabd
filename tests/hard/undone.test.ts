import { expect } from 'vitest'
import { test as base } from '#tests/support/fixture.ts'
import { createOutbox } from '#tests/support/messages/belief/outbox.ts'
import { play } from '#tests/support/messages/belief/play.ts'
import { type Act, TOGETHER, undoneHistory } from '#tests/support/messages/belief/steps.ts'
import { differencesOf, readTables, type Tables } from '#tests/support/messages/belief/tables.ts'
import { tell } from '#tests/support/messages/belief/words.ts'

const HISTORIES = process.env.PROOF ? 2_000 : 60

const test = base.extend('env', async ({ world, api }, { onCleanup }) => {
  const outbox = createOutbox(world, api.context.config.SESSION_SECRET)
  onCleanup(() => outbox.stop())
  return { world, api, outbox }
})

test('an undo in its window leaves every table as it was', { timeout: 3_600_000 }, async ({ env, world }) => {
  const left = new Map<string, { histories: number; example: string }>()
  const undone: Partial<Record<Act, number>> = {}
  for (let from = 0; from < HISTORIES; from += TOGETHER) {
    const histories = Array.from({ length: TOGETHER }, (_, n) => undoneHistory(from + n))
    const seen: Map<number, Tables>[] = []
    let sites: number[] = []
    const outcomes = await play(env, histories, {
      judged: () => false,
      before: async (step, clubs) => {
        sites = clubs.map(({ site }) => site.id)
        if (step === histories[0]!.from || step > histories[0]!.from + 1) seen.push(await readTables(world, sites))
      },
    })
    for (const [n, { act, from: at, ...history }] of histories.entries()) {
      if (!outcomes[n]!.made[at] || !outcomes[n]!.made[at + 1]) continue
      undone[act] = (undone[act] ?? 0) + 1
      const [before, after] = seen.map((one) => one.get(sites[n]!)!)
      for (const what of differencesOf(before!, after!)) {
        const key = `${act}: ${what}`
        const known = left.get(key)
        left.set(key, { histories: (known?.histories ?? 0) + 1, example: known?.example ?? tell(history).join('\n  ') })
      }
    }
  }
  expect(Object.keys(undone).length, 'acts that were undone').toBeGreaterThan(6)
  expect([...left].map(([what, { histories, example }]) => `${what} (${histories} histories), as in\n  ${example}`)).toEqual([])
})
