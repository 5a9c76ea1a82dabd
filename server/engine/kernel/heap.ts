import { setFlagsFromString } from 'node:v8'

/**
 * Garbage is collected when the heap exceeds live data by `percent`; 0 keeps V8's multiple. Sets no limit: a large
 * import or export gets its memory, and the process frees it afterwards.
 */
export const limitHeapGrowth = (percent: number): void => {
  if (percent > 0) setFlagsFromString(`--heap-growing-percent=${percent}`)
}
