const { compare } = new Intl.Collator('en', { numeric: true })

/** Compares names like the database's `core.reading_order`: "anna" beside "Anna", "Boat 2" before "Boat 10". */
export const compareNames = (a: string, b: string): number => compare(a, b)
