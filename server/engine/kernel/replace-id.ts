/** Replaces an id in a list of ids; one that is there already is not repeated. */
export const replaceId = (ids: readonly number[], id: number, into: number): number[] => [
  ...new Set(ids.map((one) => (one === id ? into : one))),
]
