import type { ParsingJob } from '#server/engine/parsing/jobs.ts'
import type { ImportKind, ImportMapping, ImportOptions, ImportPreview } from './contract.ts'
import type { OwnExport } from './own-export.ts'
import type { PersonRow } from './people-rows.ts'
import type { SeasonRow } from './season-rows.ts'

export type ImportInput = {
  kind: ImportKind
  bytes: Uint8Array
  name: string
  mapping: ImportMapping
  options: ImportOptions
}

export type ImportSite = { timezone: string; default_country_code: string }

export type Sheet = Pick<
  ImportPreview,
  'file' | 'mapping' | 'columns' | 'problems' | 'asks_date_order' | 'digest' | 'likely_kind'
>
/**
 * Checked rows, not yet compared with the site. No rows when there are problems, or for an export of our own (`own`).
 */
export type CheckedFile = { sheet: Sheet } & (
  | { kind: 'people'; rows: PersonRow[] }
  | { kind: 'season'; rows: SeasonRow[]; own: OwnExport | null }
)

export const IMPORT_FILE_JOB: ParsingJob<{ input: ImportInput; site: ImportSite }, CheckedFile> = {
  name: 'importFile',
  timeLimitMs: 10_000,
  urgent: true,
}
