import type { DecodedCsv } from './csv-file-contract.ts'

/**
 * A kind of work for the parsing threads; `bin/parsing-thread.ts` exports its function under the same name. Input and
 * output are plain data.
 */
export type ParsingJob<Input, Output> = {
  name: string
  /** Milliseconds from when a thread takes the job. */
  timeLimitMs: number
  /** Whether a user is waiting; precedes the site's other work. */
  urgent: boolean
  /** Never called: carries the types. */
  run?: (input: Input) => Output
}

export const CSV_JOB: ParsingJob<Uint8Array, DecodedCsv> = { name: 'csv', timeLimitMs: 10_000, urgent: true }

/**
 * Memory of one thread, in mebibytes: twice the need of a five-mebibyte file with the maximum number of cells. A job
 * that needs more ends its own thread.
 */
export const MEMORY_LIMITS = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

export const WAITING_PER_SITE = 30
export const WAIT_MS = 10_000
