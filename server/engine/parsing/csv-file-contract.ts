export const DELIMITERS = [',', ';', '\t'] as const
export type Delimiter = (typeof DELIMITERS)[number]

export const ENCODINGS = ['utf-8', 'utf-16le', 'windows-1252'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Something about the whole file that has to be put right before any row can be read. */
export type FileProblem = { code: string; message: string; line: number | null }

/** One record below the header: the line of the file on which it begins, and its cells as they stand. */
export type RawRow = { line: number; cells: string[] }

/** A CSV file taken apart. What is wrong with it as a whole stands in `problems`; then there are no rows. */
export type DecodedCsv = {
  text: string
  encoding: Encoding
  delimiter: Delimiter
  header: string[]
  rows: RawRow[]
  problems: FileProblem[]
}
