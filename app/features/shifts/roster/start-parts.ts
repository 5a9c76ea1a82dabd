/** As many as one call takes. */
const MAX_STARTS = 100

/** Splits the shifts for which searches start into what single calls take, in their order. */
export const startParts = (shifts: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(shifts.length / MAX_STARTS) }, (_, part) =>
    shifts.slice(part * MAX_STARTS, (part + 1) * MAX_STARTS),
  )
