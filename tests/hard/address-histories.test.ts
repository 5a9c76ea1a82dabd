import { expect } from 'vitest'
import { createHistories } from '#tests/support/address-histories.ts'
import { test } from '#tests/support/fixture.ts'
import { seeded } from '#tests/support/random.ts'
import type { World } from '#tests/support/world.ts'

const [HISTORIES, LENGTH] = process.env.PROOF ? [10_000, 30] : [30, 30]
const A_SET = 100
const SEED = Number(process.env.SEED ?? 20_261_122)

/** The product cannot remove the last operator; nothing of this run depends on them. */
const removeOperators = (world: World) =>
  world.superuser.query('set local session_replication_role = replica; delete from platform.operators')

test(`${HISTORIES} random histories of strangers, an owner, three clubs and operators: no one acts for an unconfirmed address`, async ({
  world,
}) => {
  const broken: string[] = []
  const counts: Record<string, number> = {}
  // Admins and operators are notified of each other: clubs with thousands of histories would only slow the test down.
  for (let from = 0; from < HISTORIES && !broken.length; from += A_SET) {
    await removeOperators(world)
    const histories = await createHistories(world)
    for (let n = from; n < from + A_SET && !broken.length; n++)
      broken.push(...(await histories.walk(`${SEED}-${n}`, seeded(SEED + n), LENGTH)))
    for (const [what, count] of Object.entries(histories.counts)) counts[what] = (counts[what] ?? 0) + count
  }
  expect(broken).toEqual([])
  // Each possible event did happen: a walk with only refusals proves nothing. Some are too rare for a short walk.
  const rare = process.env.PROOF ? ['joined', 'change', 'console', 'feed'] : []
  for (const what of ['signed in', 'signed in as registered', 'reset', 'first', 'invitation', 'corrected', ...rare])
    expect([what, counts[what] ?? 0]).toEqual([what, expect.toSatisfy((count: number) => count > 0)])
  console.info(`${HISTORIES} histories of ${LENGTH} steps`, counts)
}, 7_200_000)
