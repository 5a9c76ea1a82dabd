import { expect } from 'vitest'
import { createHistories } from '#tests/support/address-histories.ts'
import { test } from '#tests/support/fixture.ts'
import { seeded } from '#tests/support/random.ts'

const [HISTORIES, LENGTH] = process.env.PROOF ? [10_000, 30] : [200, 30]
const SEED = Number(process.env.SEED ?? 20_261_122)

test(`${HISTORIES} random histories of strangers, an owner, three clubs and operators: nobody acts for an address they have not proved`, async ({
  world,
}) => {
  const { walk, counts } = await createHistories(world)
  const broken: string[] = []
  for (let n = 0; n < HISTORIES && !broken.length; n++)
    broken.push(...(await walk(`${SEED}-${n}`, seeded(SEED + n), LENGTH)))
  expect(broken).toEqual([])
  // What may happen did happen: a walk in which everything is refused proves nothing. Some of it is too rare for a short walk.
  const rare = process.env.PROOF ? ['joined', 'change', 'console', 'feed'] : []
  for (const what of ['signed in', 'signed in as registered', 'reset', 'first', 'invitation', ...rare])
    expect([what, counts[what] ?? 0]).toEqual([what, expect.toSatisfy((n: number) => n >= (process.env.PROOF ? 5 : 1))])
  console.info(`${HISTORIES} histories of ${LENGTH} steps`, counts)
}, 7_200_000)
