/** Clearly different colours with their names. White text is readable on each. */
export const SWATCHES = [
  ['#01579b', 'Blue'],
  ['#00594c', 'Teal'],
  ['#1b5e20', 'Green'],
  ['#8a3c00', 'Brown'],
  ['#b3261e', 'Red'],
  ['#5f3dc4', 'Violet'],
  ['#37474f', 'Slate'],
] as const

/** Picks colours for new event types: unused ones first, then the least used. */
export function pickColors(taken: readonly string[], count: number): string[] {
  const uses = new Map(SWATCHES.map(([code]) => [code as string, 0]))
  const use = (code: string) => uses.set(code, (uses.get(code) ?? 0) + 1)
  for (const code of taken) if (uses.has(code.toLowerCase())) use(code.toLowerCase())
  return Array.from({ length: count }, () => {
    const [picked = ''] = [...uses].reduce((least, next) => (next[1] < least[1] ? next : least))
    use(picked)
    return picked
  })
}
