/** How many people would get a message, and the first of their names. */
export type Told = { people: number; names: string[] }
