/** A choice's word as people read it. */
export const wordOf = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ')
