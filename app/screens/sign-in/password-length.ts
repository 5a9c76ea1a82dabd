const LEAST = 8
const GOOD = 12
const VERY_GOOD = 16

/** What is said of a new password while it is typed: bars of four, and a sentence that the server will not contradict. */
export function lengthOf(typed: string): { bars: 0 | 1 | 2 | 3 | 4; words: string } {
  const length = [...typed].length
  if (length === 0) return { bars: 0, words: `At least ${LEAST} characters. Longer is better than stranger.` }
  if (length < LEAST) {
    const more = LEAST - length
    return { bars: 1, words: `${more} more ${more === 1 ? 'character' : 'characters'} at least.` }
  }
  if (length < GOOD) return { bars: 2, words: 'Long enough. Longer is better than stranger.' }
  if (length < VERY_GOOD) return { bars: 3, words: 'A good length. Longer is better than stranger.' }
  return { bars: 4, words: 'A very good length.' }
}
