import { expect } from 'vitest'
import { test as base } from '#tests/support/fixture.ts'
import { hold } from '#tests/support/held-clock.ts'
import type { Club } from '#tests/support/messages/belief/club.ts'
import { createOutbox } from '#tests/support/messages/belief/outbox.ts'
import { play } from '#tests/support/messages/belief/play.ts'
import { type Act, REVERSIBLE, TOGETHER, undoneHistory } from '#tests/support/messages/belief/steps.ts'
import { differencesOf, readTables, type Tables } from '#tests/support/messages/belief/tables.ts'
import { tell } from '#tests/support/messages/belief/words.ts'

const HISTORIES = process.env.PROOF ? 2_000 : 40

const test = base.extend('env', async ({ world, api }, { onCleanup }) => {
  hold(world.clock)
  const outbox = createOutbox(world, api.context.config.SESSION_SECRET)
  onCleanup(() => outbox.stop())
  return { world, api, outbox }
})

test('an undo in its window leaves every table as it was', { timeout: 7_200_000 }, async ({ env, world }) => {
  const left = new Map<string, { histories: number; example: string }>()
  const undone: Partial<Record<Act, number>> = {}
  for (let first = 0; first < HISTORIES; first += TOGETHER) {
    const histories = Array.from({ length: TOGETHER }, (_, n) => undoneHistory(first + n))
    const { from } = histories[0]!
    const seen = new Map<number, Map<number, Tables>>()
    let sites: number[] = []
    const before = async (step: number, clubs: readonly Club[]) => {
      sites = clubs.map(({ site }) => site.id)
      if (step === from || step === from + 2) seen.set(step, await readTables(world, sites))
    }
    const outcomes = await play(env, histories, { judged: () => false, before })
    for (const [n, { act, ...history }] of histories.entries()) {
      const { made } = outcomes[n]!
      if (!made[from] || !made[from + 1]) continue
      undone[act] = (undone[act] ?? 0) + 1
      const [was, is] = [from, from + 2].map((step) => seen.get(step)?.get(sites[n]!))
      for (const what of differencesOf(was!, is!)) {
        const { histories: known = 0, example = tell(history).slice(-2).join(' ') } = left.get(`${act}: ${what}`) ?? {}
        left.set(`${act}: ${what}`, { histories: known + 1, example })
      }
    }
  }
  const lines = [...left].map(([what, { histories, example }]) => `${what} (${histories}): ${example}`)
  expect(lines.sort(), `undone: ${JSON.stringify(undone)}`).toEqual([])
  expect(Object.keys(undone).sort(), 'what was undone').toEqual([...REVERSIBLE].sort())
})
