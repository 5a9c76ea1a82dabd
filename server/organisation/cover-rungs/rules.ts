export const MAX_RUNGS = 6
