/** How many rows the table may have that says how many people are asked together. */
export const MAX_RUNGS = 6
