export const DELIMITERS = [',', ';', '\t'] as const
export type Delimiter = (typeof DELIMITERS)[number]

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A problem of the whole file that must be solved before any row can be read. */
export type FileProblem = { code: string; message: string; line: number | null }

/** One record below the header: its first line in the file, and its unchanged cells. */
export type RawRow = { line: number; cells: string[] }

/** A parsed CSV file. With `problems` of the whole file there are no rows. */
export type DecodedCsv = {
  text: string
  encoding: Encoding
  delimiter: Delimiter
  header: string[]
  /** The line of the header; null without one. */
  header_row: number | null
  rows: RawRow[]
  problems: FileProblem[]
}
