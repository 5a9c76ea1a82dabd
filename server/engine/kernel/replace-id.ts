/** Replaces an id in a list without repeating `into`. */
export const replaceId = (ids: readonly number[], id: number, into: number): number[] => [
  ...new Set(ids.map((one) => (one === id ? into : one))),
]
