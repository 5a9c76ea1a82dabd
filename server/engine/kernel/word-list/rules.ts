/** "a", "a and b", "a, b and c", or with "or"; empty for none. */
export const wordList = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(` ${last} `)
