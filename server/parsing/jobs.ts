import type { ExternalEvent } from '#server/calendar/external/contract.ts'
import type { CalendarFrame } from '#server/calendar/external/frame.ts'
import type { CheckedFile, ImportInput, ImportSite } from '#server/imports/checked-file.ts'
import type { Decoded } from '#server/imports/decoded.ts'
import type { Rendered } from '#server/markdown/contract.ts'

/** What is parsed in a thread of its own: what goes in, and what comes out. Both are plain data. */
export type Jobs = {
  /** A text that is stored. */
  markdown: { input: string; output: Rendered }
  /** The same while it is being typed: somebody waits for it. */
  preview: { input: string; output: Rendered }
  /** Another club's calendar as it was fetched; null when it is none. */
  calendar: {
    input: { address: string; type: string; body: Uint8Array; frame: CalendarFrame }
    output: ExternalEvent[] | null
  }
  /** A CSV file for a collection. */
  csv: { input: Uint8Array; output: Decoded }
  /** A CSV file for an import, with its rows checked. */
  importFile: { input: { input: ImportInput; site: ImportSite }; output: CheckedFile }
}

export type JobName = keyof Jobs

/** Milliseconds that a job may take, counted from when a thread has taken it. */
export const TIME_LIMITS: Record<JobName, number> = {
  markdown: 4_000,
  preview: 2_000,
  calendar: 3_000,
  csv: 10_000,
  importFile: 10_000,
}

/**
 * What one thread may use, in mebibytes. A file of five mebibytes with as many cells as are taken needs about half of it;
 * what needs more ends its own thread.
 */
export const MEMORY_LIMITS = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** Jobs of one site that may wait, and for how long. */
export const WAITING_PER_SITE = 30
export const WAIT_MS = 10_000
