/** The fewest and the most people who swap shifts in one circle. */
export const CIRCLE_SIZES = [2, 3, 4] as const

/** A shift that its person offers. `takes` are the shifts they would take for it, and may. */
export type Offer = { id: number; person: number; shift: number; takes: ReadonlySet<number> }

/** Offers in the order in which each person takes the shift of the next, and the last that of the first, who offered first. */
export type Circle<O = Offer> = readonly O[]

/**
 * Finds pairs who would take each other's shift, as `findCircles` does first. Where most fit each other it asks about few of all pairs.
 * @param takes whether the person of the first offer would take the shift of the second, and may; asked at most once of each.
 * @param breathe is awaited between the offers.
 */
export async function findPairs<O extends Pick<Offer, 'person'>>(
  offers: readonly O[],
  takes: (from: O, to: O) => boolean,
  breathe: () => Promise<void>,
): Promise<Circle<O>[]> {
  const paired = new Set<O>()
  const pairs: Circle<O>[] = []
  for (const [at, first] of offers.entries()) {
    if (paired.has(first)) continue
    const fits = (one: O) => !paired.has(one) && one.person !== first.person && takes(first, one) && takes(one, first)
    const second = offers.slice(at + 1).find(fits)
    if (second) {
      pairs.push([first, second])
      paired.add(first).add(second)
    }
    await breathe()
  }
  return pairs
}

/**
 * Finds circles in which everybody gets a shift that they would take: the shorter first, of these the one with the oldest offer,
 * whose person gets the oldest offer that closes a circle. Each offer is in one circle at most, and each person once in a circle.
 * It searches by depth and follows only offers that still lead back, so that 500 of them take milliseconds.
 * @param offers the oldest first.
 */
export function findCircles<O extends Offer>(offers: readonly O[]): Circle<O>[] {
  const graph = graphOf(offers)
  const circles: Circle<O>[] = []
  for (const size of CIRCLE_SIZES)
    for (let first = 0; first < offers.length; first++) {
      if (!graph.free.has(first)) continue
      const circle = circleFrom(offers, graph, first, size)
      if (!circle) continue
      for (const one of circle) graph.free.delete(one)
      circles.push(circle.map((one) => offers[one]!))
    }
  return circles
}

type Graph = { takes: Bits[]; free: Bits }

/** Joins each offer to those whose shift its person would take. */
function graphOf(offers: readonly Offer[]): Graph {
  const byShift = new Map<number, number[]>()
  for (const [index, { shift }] of offers.entries()) byShift.set(shift, [...(byShift.get(shift) ?? []), index])
  const free = new Bits(offers.length)
  const takes = offers.map((offer, index) => {
    free.add(index)
    const bits = new Bits(offers.length)
    for (const shift of offer.takes)
      for (const other of byShift.get(shift) ?? []) if (offers[other]!.person !== offer.person) bits.add(other)
    return bits
  })
  return { takes, free }
}

/** Finds the circle of that size whose oldest offer is `first`, as indexes; null without one. */
function circleFrom(
  offers: readonly Offer[],
  { takes, free }: Graph,
  first: number,
  size: number,
): readonly number[] | null {
  const leadBack = stepsBack(takes, free, first, size - 1)
  const path = [first]
  const follow = (from: number): boolean => {
    const left = size - path.length
    if (!left) return true
    for (const next of takes[from]!.both(leadBack[left]!)) {
      if (path.some((one) => offers[one]!.person === offers[next]!.person)) continue
      path.push(next)
      if (follow(next)) return true
      path.pop()
    }
    return false
  }
  return follow(first) ? path : null
}

/** For each number of steps, the free offers younger than `first` from which so many steps lead to it. */
function stepsBack(takes: readonly Bits[], free: Bits, first: number, most: number): Bits[] {
  const back = [new Bits(takes.length)]
  back[0]!.add(first)
  for (let steps = 1; steps <= most; steps++) {
    const reaching = new Bits(takes.length)
    for (const one of free.above(first)) if (takes[one]!.meets(back[steps - 1]!)) reaching.add(one)
    back.push(reaching)
  }
  return back
}

/** A set of small integers, read in their order. */
class Bits {
  private readonly words: Uint32Array
  constructor(size: number) {
    this.words = new Uint32Array(Math.ceil(size / 32))
  }
  add(one: number): void {
    this.words[one >>> 5]! |= 1 << (one & 31)
  }
  delete(one: number): void {
    this.words[one >>> 5]! &= ~(1 << (one & 31))
  }
  has(one: number): boolean {
    return (this.words[one >>> 5]! & (1 << (one & 31))) !== 0
  }
  meets(other: Bits): boolean {
    for (let index = 0; index < this.words.length; index++) if (this.words[index]! & other.words[index]!) return true
    return false
  }
  *both(other: Bits): Generator<number> {
    for (const [index, word] of this.words.entries()) yield* bitsOf(word & other.words[index]!, index)
  }
  *above(least: number): Generator<number> {
    for (const [index, word] of this.words.entries()) for (const one of bitsOf(word, index)) if (one > least) yield one
  }
}

/** The numbers that a word of 32 bits stands for. */
function* bitsOf(word: number, index: number): Generator<number> {
  for (let rest = word; rest !== 0; rest &= rest - 1) yield index * 32 + 31 - Math.clz32(rest & -rest)
}
