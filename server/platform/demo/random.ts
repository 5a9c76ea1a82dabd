/** Reproducible pseudo-random numbers: mulberry32, seeded with a word. */
export type Random = {
  /** An integer from 0 to below `n`. */
  below(n: number): number
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
}

export function createRandom(word: string): Random {
  let state = 0
  for (const letter of word) state = (Math.imul(state, 31) + letter.charCodeAt(0)) >>> 0
  const draw = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(draw() * n)
  return { below, chance: (share) => draw() < share, pick: (from) => from[below(from.length)]! }
}
