export const DELIMITERS = [',', ';', '\t'] as const
export type Delimiter = (typeof DELIMITERS)[number]

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const
export type Encoding = (typeof ENCODINGS)[number]

export type FileProblem = { code: string; message: string; line: number | null }

/** A record below the header: its first line in the file, and its unchanged cells. */
export type RawRow = { line: number; cells: string[] }

/** A parsed CSV file; no rows if there are `problems`. */
export type DecodedCsv = {
  text: string
  encoding: Encoding
  delimiter: Delimiter
  header: string[]
  header_row: number | null
  rows: RawRow[]
  problems: FileProblem[]
}
