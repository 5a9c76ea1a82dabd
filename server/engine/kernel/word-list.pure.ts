/** "a", "a and b", "a, b and c"; empty for none. */
export const wordList = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ')
