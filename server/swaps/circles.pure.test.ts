import { expect, test } from 'vitest'
import { seeded } from '#tests/support/random.ts'
import { findCircles, findPairs, type Offer } from './circles.pure.ts'

const offer = (person: number, shift: number, ...takes: number[]): Offer => ({
  id: shift,
  person,
  shift,
  takes: new Set(takes),
})
const shiftsOf = (offers: readonly Offer[]) => findCircles(offers).map((circle) => circle.map(({ shift }) => shift))

test('two, three and four people swap when each would take the shift of the next', () => {
  expect(shiftsOf([offer(1, 10, 20), offer(2, 20, 10)])).toEqual([[10, 20]])
  expect(shiftsOf([offer(1, 10, 30), offer(2, 20, 10), offer(3, 30, 20)])).toEqual([[10, 30, 20]])
  expect(shiftsOf([offer(1, 10, 20), offer(2, 20, 30), offer(3, 30, 40), offer(4, 40, 10)])).toEqual([[10, 20, 30, 40]])
})

test('five do not', () => {
  const five = [1, 2, 3, 4, 5].map((one) => offer(one, one * 10, (one % 5) * 10 + 10))
  expect(shiftsOf(five)).toEqual([])
})

test('a shorter circle comes before a longer one with older offers', () => {
  const offers = [offer(1, 10, 20), offer(2, 20, 30), offer(3, 30, 10, 40), offer(4, 40, 30)]
  expect(shiftsOf(offers)).toEqual([[30, 40]])
})

test('no one swaps with themselves, not even over two shifts in one circle', () => {
  expect(shiftsOf([offer(1, 10, 11), offer(1, 11, 10)])).toEqual([])
  expect(shiftsOf([offer(1, 10, 20), offer(2, 20, 11), offer(1, 11, 30), offer(3, 30, 10)])).toEqual([])
})

test('without offers there is nothing to find', () => expect(findCircles([])).toEqual([]))

const GRAPHS = process.env.PROOF ? 2_000 : 400

test(`finds the same circles as brute force on ${GRAPHS} random graphs`, () => {
  let found = 0
  for (let seed = 1; seed <= GRAPHS; seed++) {
    const offers = randomOffers(seed)
    const expected = byTryingAll(offers)
    found += expected.length
    expect(shiftsOf(offers), `seed ${seed}`).toEqual(expected)
  }
  expect(found).toBeGreaterThan(GRAPHS / 2)
})

test('pairs are the circles of two that are found first, without repeated questions', async () => {
  for (let seed = 1; seed <= GRAPHS; seed++) {
    const offers = randomOffers(seed)
    const asked = new Set<string>()
    const takes = (from: Offer, to: Offer) => {
      const question = `${from.shift} for ${to.shift}`
      expect(asked.has(question), question).toBe(false)
      asked.add(question)
      return from.takes.has(to.shift)
    }
    const pairs = await findPairs(offers, takes, async () => {})
    const expected = findCircles(offers).filter((circle) => circle.length === 2)
    expect(
      pairs.map((pair) => pair.map(({ shift }) => shift)),
      `seed ${seed}`,
    ).toEqual(expected.map((pair) => pair.map(({ shift }) => shift)))
  }
})

/** Up to 9 offers by people with one or two each, with sparse to dense wishes. */
function randomOffers(seed: number): Offer[] {
  const random = seeded(seed)
  const count = random.below(10)
  const people = 1 + random.below(count + 1)
  const density = random.next() ** 2
  return Array.from({ length: count }, (_, index) =>
    offer(
      random.below(people),
      index,
      ...Array.from({ length: count }, (_, k) => k).filter(() => random.chance(density)),
    ),
  )
}

/** Brute force: tries every order of 2 to 4 offers, in the order of the rule. */
function byTryingAll(offers: readonly Offer[]): number[][] {
  const left = new Set(offers)
  const circles: number[][] = []
  for (const size of [2, 3, 4])
    for (const path of ordersOf(offers, size)) {
      const isOldestFirst = path.every((one) => one.shift >= path[0]!.shift)
      const isClosed = path.every((one, at) => one.takes.has(path[(at + 1) % size]!.shift))
      const isOfDifferentPeople = new Set(path.map(({ person }) => person)).size === size
      if (!isOldestFirst || !isClosed || !isOfDifferentPeople || !path.every((one) => left.has(one))) continue
      for (const one of path) left.delete(one)
      circles.push(path.map(({ shift }) => shift))
    }
  return circles
}

function* ordersOf(offers: readonly Offer[], size: number, path: readonly Offer[] = []): Generator<readonly Offer[]> {
  if (path.length === size) yield path
  else for (const one of offers) if (!path.includes(one)) yield* ordersOf(offers, size, [...path, one])
}
