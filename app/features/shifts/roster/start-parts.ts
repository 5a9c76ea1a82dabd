const MAX_STARTS = 100

export const startParts = (shifts: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(shifts.length / MAX_STARTS) }, (_, part) =>
    shifts.slice(part * MAX_STARTS, (part + 1) * MAX_STARTS),
  )
