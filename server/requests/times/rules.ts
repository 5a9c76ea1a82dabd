type Times = { modified_start: Date | null; modified_end: Date | null }

export const isSameTimes = (a: Times, b: Times): boolean =>
  a.modified_start?.getTime() === b.modified_start?.getTime() && a.modified_end?.getTime() === b.modified_end?.getTime()
