import type { ImportPreview, ImportProblem } from './contract.ts'
import type { Encoding } from './encoding.ts'

export type Delimiter = ImportPreview['file']['delimiter']

/** One record below the header: the line of the file on which it begins, and its cells as they stand. */
export type RawRow = { line: number; cells: string[] }

/** A CSV file taken apart. What is wrong with it as a whole stands in `problems`; then there are no rows. */
export type Decoded = {
  text: string
  encoding: Encoding
  delimiter: Delimiter
  header: string[]
  rows: RawRow[]
  problems: ImportProblem[]
}
