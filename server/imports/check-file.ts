import type { RawRow } from '#server/engine/parsing/csv-file-contract.ts'
import type { CheckedFile, ImportInput, ImportSite, Sheet } from './checked-file.ts'
import { describeColumns, mapColumns, recogniseKind } from './columns.ts'
import type { Field, ImportOptions } from './contract.ts'
import { decode } from './decode.ts'
import { computeDigest } from './digest.ts'
import { ownCollection, ownMapping, readOwnExport } from './own-export.ts'
import { checkPeople } from './people-rows.ts'
import { isShortDay } from './rules.ts'
import { checkSeason } from './season-rows.ts'

/** Decodes, maps and checks a file. Pure; never throws, whatever the bytes. Runs in the parsing threads. */
export function checkFile({ kind, bytes, name, mapping, options }: ImportInput, site: ImportSite): CheckedFile {
  const { encoding, delimiter, header, header_row, rows, problems } = decode(bytes, options)
  const own = kind === 'season' ? ownCollection(header) : null
  const columns = own
    ? { mapping: ownMapping(own, header), indexOf: new Map<Field, number>(), problems: [] }
    : header.length
      ? mapColumns(kind, header, mapping, rows, ['end'])
      : { mapping, indexOf: new Map(), problems: [] }
  const sheet: Sheet = {
    file: { name, encoding, delimiter, rows: rows.length, columns: header.length, header_row },
    mapping: columns.mapping,
    columns: describeColumns(header, rows, columns.mapping),
    problems: [...problems, ...columns.problems],
    asks_date_order: hasShortDays(rows, columns.indexOf),
    likely_kind: ownCollection(header) ? 'season' : recogniseKind(header),
    digest: computeDigest(kind, bytes, columns.mapping, options),
  }
  const readable = sheet.problems.length ? [] : applyCorrections(rows, columns.indexOf, options.corrections)
  const { date_order, turn_names } = options
  const country = site.default_country_code
  if (own && kind === 'season')
    return { sheet, kind, rows: [], own: readOwnExport(own, header, sheet.problems.length ? [] : rows) }
  return kind === 'people'
    ? { sheet, kind, rows: checkPeople(readable, header, columns.indexOf, country, date_order, turn_names) }
    : { sheet, kind, rows: checkSeason(readable, header, columns.indexOf, site.timezone, options), own: null }
}

function applyCorrections(
  rows: readonly RawRow[],
  indexOf: ReadonlyMap<Field, number>,
  corrections: ImportOptions['corrections'],
): RawRow[] {
  return rows.map((row) => {
    const texts = new Map<number, string>()
    for (const [field, index] of indexOf) {
      const text = corrections[row.line]?.[field]
      if (text !== undefined) texts.set(index, text)
    }
    if (texts.size === 0) return row
    const cells = Array.from({ length: Math.max(row.cells.length, ...[...texts.keys()].map((index) => index + 1)) })
    return { ...row, cells: cells.map((_, index) => texts.get(index) ?? row.cells[index] ?? '') }
  })
}

const DAYS: readonly Field[] = ['date', 'joined', 'start']

const hasShortDays = (rows: readonly RawRow[], indexOf: ReadonlyMap<Field, number>) =>
  DAYS.some((field) => {
    const index = indexOf.get(field)
    return index !== undefined && rows.some(({ cells }) => isShortDay(cells[index] ?? ''))
  })
