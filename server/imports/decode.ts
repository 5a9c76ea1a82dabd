import { CsvError, parse } from 'csv-parse/sync'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { isEmail } from '#server/engine/kernel/email-address.pure.ts'
import {
  DELIMITERS,
  type DecodedCsv,
  type Delimiter,
  type Encoding,
  type RawRow,
} from '#server/engine/parsing/csv-file-contract.ts'
import { decodeAs, decodeText } from '#server/engine/parsing/encoding.ts'
import { isColumnName } from './columns.ts'
import { type ImportProblem, MAX_BYTES, MAX_ROWS } from './contract.ts'

const MAX_COLUMNS = 200
const MAX_HEAD = 20_000
/** Far above MAX_ROWS, since blank lines and lines within quotes count too. */
const MAX_LINES = 5 * MAX_ROWS
const TOO_MANY = `The file has more than ${MAX_ROWS.toLocaleString('en-GB')} rows. Split it and import the parts one at a time.`

type Known = { encoding?: Encoding | null; header_row?: number | null }

/**
 * Decodes a CSV file of unknown origin: encoding, delimiter, RFC 4180 records, without blank rows. On `problems` of the
 * whole file there are no rows. Never throws. Runs only in the parsing threads.
 */
export function decode(bytes: Uint8Array, { encoding: chosen = null, header_row = null }: Known = {}): DecodedCsv {
  const fail = (
    code: string,
    message: string,
    known: Partial<DecodedCsv> = {},
    line: number | null = null,
  ): DecodedCsv => ({
    text: '',
    encoding: 'utf-8',
    delimiter: ',',
    ...known,
    header: [],
    header_row: null,
    rows: [],
    problems: [{ code, message, line }],
  })
  if (bytes.length === 0) return fail('empty', 'The file is empty.')
  if (bytes.length > MAX_BYTES) return fail('too_large', 'The file is larger than 5 MB.')
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2]! < 8)
    return fail('not_text', 'This is a spreadsheet or a zip file. Save the sheet as CSV and import that instead.')
  const { text, encoding } = chosen ? { text: decodeAs(bytes, chosen), encoding: chosen } : decodeText(bytes)
  if (text.includes('\0'))
    return fail('not_text', 'This isn’t a text file. Save the sheet as CSV (UTF-8).', { encoding })
  if (text.trim() === '') return fail('empty', 'The file is empty.', { encoding })
  const known = { text, encoding, delimiter: delimiterOf(text, header_row) }
  if (lineBreaks(text) > MAX_LINES) return fail('too_many_rows', TOO_MANY, known)
  const records = recordsOf(text, known.delimiter)
  if ('code' in records) return fail(records.code, records.message, known, records.line)
  const at = header_row === null ? headerIndex(records) : records.findIndex(({ line }) => line === header_row)
  if (at < 0) return fail('no_header', `No row begins on line ${header_row}.`, known, header_row)
  const [head, ...rows] = records.slice(at)
  if (!head) return fail('empty', 'The file is empty.', known)
  const header = head.cells.map((cell) => cell.replace(/\s+/g, ' ').trim())
  if (header.length > MAX_COLUMNS)
    return fail('too_many_columns', `The file has more than ${MAX_COLUMNS} columns.`, known)
  if (header_row === null && header.some(looksLikeData))
    return fail('no_header', 'The first row must name the columns.', known, head.line)
  if (rows.length > MAX_ROWS) return fail('too_many_rows', TOO_MANY, known)
  const problems = rows.length
    ? []
    : [{ code: 'no_rows', message: 'There are no rows below the header.', line: head.line }]
  return { ...known, header, header_row: head.line, rows, problems }
}

/** An address, date or time: common in a first row of data, never in a header. */
const looksLikeData = (cell: string) =>
  isEmail(cell) || /^(?:\d{4}-\d\d?-\d\d?|\d\d?[/.]\d\d?[/.]\d{2,4}|\d\d?:\d\d)/.test(cell)

const lineBreaks = (text: string) => text.match(/\r\n|\n|\r/g)?.length ?? 0

const SEPARATOR_LINE = /^sep=([,;\t])(\r\n|\n|\r)/i

function firstLine(text: string): string {
  const at = text.search(/\S/)
  if (at < 0) return ''
  const rest = text.slice(at)
  const length = rest.search(/[\r\n]/)
  return length < 0 ? rest : rest.slice(0, length)
}

/** Rows that may precede the header. */
const MAX_TITLE_ROWS = 10

const namesColumns = (cells: readonly string[]) => cells.filter(isColumnName).length > 1

const headerIndex = (records: readonly RawRow[]) =>
  Math.max(
    0,
    records.slice(0, MAX_TITLE_ROWS + 1).findIndex(({ cells }) => namesColumns(cells)),
  )

/**
 * Returns the delimiter that a first line declares, else the most frequent one outside quotes in the first non-blank or
 * the chosen line.
 */
function delimiterOf(text: string, chosen: number | null): Delimiter {
  const declared = SEPARATOR_LINE.exec(text)?.[1]
  if (declared) return declared as Delimiter
  const lines = cutText(text, MAX_HEAD).split(/\r\n|\n|\r/)
  const header = chosen === null ? undefined : lines[chosen - 1]
  for (const one of header === undefined ? lines.slice(0, MAX_TITLE_ROWS + 1) : [header])
    for (const delimiter of DELIMITERS)
      if (namesColumns(one.split(delimiter, MAX_COLUMNS).map((cell) => cell.replaceAll('"', '')))) return delimiter
  const line = (header ?? firstLine(text)).replace(/"[^"]*"/g, '')
  const counts = ([',', ';', '\t'] as const).map((delimiter) => ({ delimiter, n: line.split(delimiter).length }))
  return counts.reduce((best, candidate) => (candidate.n > best.n ? candidate : best)).delimiter
}

function recordsOf(text: string, delimiter: Delimiter): RawRow[] | ImportProblem {
  const preamble = SEPARATOR_LINE.exec(text)?.[0] ?? ''
  const records: RawRow[] = []
  let line = 1 + lineBreaks(preamble)
  const onRecord = ({ record, raw }: { record: string[]; raw: string }) => {
    if (record.some((cell) => cell.trim() !== '')) records.push({ line, cells: record })
    line += lineBreaks(raw)
    return null
  }
  try {
    parse(text.slice(preamble.length), {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      raw: true,
      on_record: onRecord as never,
    })
    return records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      return { code: 'unclosed_quote', message: `A quotation mark on or after line ${line} is never closed.`, line }
    return { code: 'unreadable', message: `The file can’t be read from line ${line} onwards.`, line }
  }
}
