/** The first `most` characters without a partial one, and without characters that PostgreSQL and JSON cannot store. */
export const cutText = (text: string, most: number): string =>
  text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    // As `toWellFormed`, which older browsers lack.
    .replace(/[\p{Cs}\0]/gu, '\uFFFD')
