/** The first `most` characters of a text, none of them cut in half, without what PostgreSQL and JSON cannot store. */
export const cutText = (text: string, most: number): string =>
  text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    // As `toWellFormed`, which older browsers lack.
    .replace(/[\p{Cs}\0]/gu, '\uFFFD')
