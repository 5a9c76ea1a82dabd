import type { ParsingJob } from '#server/engine/parsing/jobs.ts'
import type { ImportKind, ImportMapping, ImportOptions, ImportPreview } from './contract.ts'
import type { OwnExport } from './own-export.ts'
import type { PersonRow } from './people-rows.ts'
import type { SeasonRow } from './season-rows.ts'

export type ImportInput = {
  kind: ImportKind
  bytes: Uint8Array
  /** The file's name, for display only. */
  name: string
  mapping: ImportMapping
  options: ImportOptions
}

/** The facts of the site that an import needs before it reads a row. */
export type ImportSite = { timezone: string; default_country_code: string }

export type Sheet = Pick<
  ImportPreview,
  'file' | 'mapping' | 'columns' | 'problems' | 'asks_date_order' | 'digest' | 'likely_kind'
>
/** A file with checked rows that are not yet compared with the site. No rows when it has problems, or is an export of our own (`own`). */
export type CheckedFile = { sheet: Sheet } & (
  | { kind: 'people'; rows: PersonRow[] }
  | { kind: 'season'; rows: SeasonRow[]; own: OwnExport | null }
)

/** Decodes a CSV file for an import and checks its rows. */
export const IMPORT_FILE_JOB: ParsingJob<{ input: ImportInput; site: ImportSite }, CheckedFile> = {
  name: 'importFile',
  timeLimitMs: 10_000,
  urgent: true,
}
