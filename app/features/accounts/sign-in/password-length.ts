const MIN_LENGTH = 8
const GOOD = 12
const VERY_GOOD = 16

/** Rates a new password's length while it is typed, consistent with the server's rules: `bars` of four. */
export function rateLength(typed: string): { bars: 0 | 1 | 2 | 3 | 4; text: string } {
  const length = [...typed].length
  if (length === 0) return { bars: 0, text: `At least ${MIN_LENGTH} characters. Longer is stronger.` }
  if (length < MIN_LENGTH) {
    const missing = MIN_LENGTH - length
    return { bars: 1, text: `At least ${missing} more ${missing === 1 ? 'character' : 'characters'}.` }
  }
  if (length < GOOD) return { bars: 2, text: 'Long enough. Longer is stronger.' }
  if (length < VERY_GOOD) return { bars: 3, text: 'A good length. Longer is stronger.' }
  return { bars: 4, text: 'A very good length.' }
}
