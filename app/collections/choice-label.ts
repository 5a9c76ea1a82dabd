/** Formats a stored choice for people: `only_once` as "Only once". */
export const choiceLabel = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ')
