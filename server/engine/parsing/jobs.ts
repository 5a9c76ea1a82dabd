import type { DecodedCsv } from './csv-file-contract.ts'

/**
 * One kind of work for the parsing threads. Its user declares the job; `bin/parsing-thread.ts` exports the function that does
 * it under the same name. Input and output are plain data.
 */
export type ParsingJob<Input, Output> = {
  name: string
  /** Counted from when a thread takes the job. Milliseconds. */
  timeLimitMs: number
  /** Whether somebody waits for the answer, so that it precedes its site's other work. */
  urgent: boolean
  /** Never called: it carries the types. */
  run?: (input: Input) => Output
}

/** A CSV file for a collection. */
export const CSV_JOB: ParsingJob<Uint8Array, DecodedCsv> = { name: 'csv', timeLimitMs: 10_000, urgent: true }

/**
 * The memory of one thread, in mebibytes. A file of five mebibytes with the most cells takes about half of it; a job that
 * needs more ends its own thread.
 */
export const MEMORY_LIMITS = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** How many jobs of one site may wait, and for how long. */
export const WAITING_PER_SITE = 30
export const WAIT_MS = 10_000
