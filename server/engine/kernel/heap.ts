import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow by `percent` of what is alive until garbage is collected; 0 leaves that to V8, which lets it grow to a multiple.
 * Nothing is limited: a large import or export gets the memory that it needs, and the process gives it back afterwards.
 */
export const limitHeapGrowth = (percent: number): void => {
  if (percent > 0) setFlagsFromString(`--heap-growing-percent=${percent}`)
}
