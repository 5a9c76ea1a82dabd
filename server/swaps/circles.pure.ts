export const CIRCLE_SIZES = [2, 3, 4] as const

/** An offered shift. `takes` are the shifts its person wants for it and may do. */
export type Offer = { id: number; person: number; shift: number; takes: ReadonlySet<number> }

/** Offers in the order in which each person takes the shift of the next, starting with the oldest. */
export type Circle<O = Offer> = readonly O[]

/**
 * Finds pairs who would take each other's shift, in the order of `findCircles`, without checking all pairs.
 * @param takes whether the first offer's person wants and may do the second's shift; called at most once each.
 * @param breathe awaited between offers.
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
 * Finds circles in which everyone gets a shift they would take: shorter ones first, then the oldest offer, matched with
 * the oldest offer that closes a circle. An offer is in at most one circle, a person at most once in each. Depth-first
 * over offers that still lead back: milliseconds for 500.
 * @param offers oldest first.
 */
export function findCircles<O extends Offer>(offers: readonly O[]): Circle<O>[] {
  const graph = graphOf(offers)
  const free = Bits.below(offers.length)
  const circles: Circle<O>[] = []
  for (const size of CIRCLE_SIZES) {
    const younger = free.and(free)
    for (const first of offers.keys()) {
      if (!younger.has(first)) continue
      younger.delete(first)
      const circle = circleFrom(offers, graph, { first, size, younger })
      if (!circle) continue
      for (const one of circle) {
        free.delete(one)
        younger.delete(one)
      }
      circles.push(circle.map((one) => offers[one]!))
    }
  }
  return circles
}

/** By index of offer: offers that its person would take, and offers whose people would take it. */
type Graph = { takes: Bits[]; takenBy: Bits[] }

function graphOf(offers: readonly Offer[]): Graph {
  const byShift = new Map<number, number[]>()
  for (const [index, { shift }] of offers.entries()) byShift.set(shift, [...(byShift.get(shift) ?? []), index])
  const [takes, takenBy] = [0, 0].map(() => offers.map(() => new Bits(offers.length))) as [Bits[], Bits[]]
  for (const [index, offer] of offers.entries())
    for (const shift of offer.takes)
      for (const other of byShift.get(shift) ?? [])
        if (offers[other]!.person !== offer.person) {
          takes[index]!.add(other)
          takenBy[other]!.add(index)
        }
  return { takes, takenBy }
}

/** Finds a circle of `size` offers from `first` and `younger` ones, as indexes; null if there is none. */
function circleFrom(
  offers: readonly Offer[],
  { takes, takenBy }: Graph,
  { first, size, younger }: { first: number; size: number; younger: Bits },
): readonly number[] | null {
  const leadBack = stepsBack(takenBy, younger, first, size - 1)
  const path = [first]
  const follow = (from: number): boolean => {
    const left = size - path.length
    if (!left) return true
    for (const next of takes[from]!.and(leadBack[left]!).list()) {
      if (path.some((one) => offers[one]!.person === offers[next]!.person)) continue
      path.push(next)
      if (follow(next)) return true
      path.pop()
    }
    return false
  }
  return follow(first) ? path : null
}

/** Lists, by number of steps, the `younger` offers that lead to `first`. */
function stepsBack(takenBy: readonly Bits[], younger: Bits, first: number, most: number): Bits[] {
  const back: Bits[] = []
  let reached = [first]
  for (let steps = 1; steps <= most; steps++) {
    const reaching = new Bits(takenBy.length)
    for (const one of reached) reaching.include(takenBy[one]!)
    const free = reaching.and(younger)
    back[steps] = free
    reached = free.list()
  }
  return back
}

class Bits {
  private readonly words: Uint32Array
  constructor(size: number) {
    this.words = new Uint32Array(Math.ceil(size / 32))
  }
  static below(size: number): Bits {
    const all = new Bits(size)
    for (let one = 0; one < size; one++) all.add(one)
    return all
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
  include(other: Bits): void {
    for (let index = 0; index < this.words.length; index++) this.words[index]! |= other.words[index]!
  }
  and(other: Bits): Bits {
    const both = new Bits(this.words.length * 32)
    for (let index = 0; index < this.words.length; index++) both.words[index] = this.words[index]! & other.words[index]!
    return both
  }
  list(): number[] {
    const members: number[] = []
    for (const [index, word] of this.words.entries())
      for (let rest = word; rest !== 0; rest &= rest - 1) members.push(index * 32 + 31 - Math.clz32(rest & -rest))
    return members
  }
}
