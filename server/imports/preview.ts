import { describeColumns, mapColumns } from './columns.ts'
import type {
  Field,
  ImportKind,
  ImportMapping,
  ImportOptions,
  ImportPreview,
  PreviewRow,
  UnknownPerson,
} from './contract.ts'
import { decode, type RawRow } from './decode.ts'
import { digestOf } from './digest.ts'
import { type PeopleFacts, type PeoplePlan, planPeople } from './people-plan.ts'
import { checkPeople, type PersonRow } from './people-rows.ts'
import { isShortDay } from './rules.ts'
import { LOOKUPS, type SeasonFacts } from './season-facts.ts'
import { planSeason, type SeasonPlan } from './season-plan.ts'
import { checkSeason, type SeasonRow } from './season-rows.ts'

export type ImportInput = {
  kind: ImportKind
  bytes: Uint8Array
  /** The file's name, only shown. */
  name: string
  mapping: ImportMapping
  options: ImportOptions
}

/** What an import needs to know of the site before it reads a row. */
export type ImportSite = { timezone: string; default_country_code: string }

type Sheet = Pick<ImportPreview, 'file' | 'mapping' | 'columns' | 'problems' | 'asks_date_order' | 'digest'>
/** A file whose rows are checked, not yet compared with the site. No rows when it has problems. */
export type CheckedFile = { sheet: Sheet } & (
  | { kind: 'people'; rows: PersonRow[] }
  | { kind: 'season'; rows: SeasonRow[] }
)

/** Decodes, maps and checks a file. Pure; never throws, whatever the bytes are. */
export function checkFile({ kind, bytes, name, mapping, options }: ImportInput, site: ImportSite): CheckedFile {
  const { encoding, delimiter, header, rows, problems } = decode(bytes)
  const columns = header.length ? mapColumns(kind, header, mapping) : { mapping, indexOf: new Map(), problems: [] }
  const sheet: Sheet = {
    file: { name, encoding, delimiter, rows: rows.length, columns: header.length },
    mapping: columns.mapping,
    columns: describeColumns(header, rows, columns.mapping),
    problems: [...problems, ...columns.problems],
    asks_date_order: hasShortDays(rows, columns.indexOf),
    digest: digestOf(kind, bytes, columns.mapping, options),
  }
  const readable = sheet.problems.length ? [] : corrected(rows, columns.indexOf, options.corrections)
  const { date_order } = options
  return kind === 'people'
    ? { sheet, kind, rows: checkPeople(readable, header, columns.indexOf, site.default_country_code, date_order) }
    : { sheet, kind, rows: checkSeason(readable, header, columns.indexOf, site.timezone, date_order) }
}

/** The rows with what the person put right in them. A correction of a field that no column has is left out. */
function corrected(
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

const DAYS: readonly Field[] = ['date', 'joined']

const hasShortDays = (rows: readonly RawRow[], indexOf: ReadonlyMap<Field, number>) =>
  DAYS.some((field) => {
    const index = indexOf.get(field)
    return index !== undefined && rows.some(({ cells }) => isShortDay(cells[index] ?? ''))
  })

/** The preview of a member list and the plan behind it. */
export function previewPeople(sheet: Sheet, rows: readonly PersonRow[], facts: PeopleFacts, options: ImportOptions) {
  const plan: PeoplePlan = planPeople(rows, facts, options)
  return { plan, preview: assemble('people', sheet, plan.rows, { competencies: plan.competencies }, []) }
}

/** The preview of a programme and the plan behind it. */
export function previewSeason(sheet: Sheet, rows: readonly SeasonRow[], facts: SeasonFacts) {
  const plan: SeasonPlan = planSeason(rows, facts)
  const names = LOOKUPS.map((lookup) => [lookup, [...plan.lookups[lookup].values()]])
  const creates = { ...Object.fromEntries(names), events: plan.events.map((event) => event.name) }
  return { plan, preview: assemble('season', sheet, plan.rows, creates, plan.unknown_people) }
}

function assemble(
  kind: ImportKind,
  sheet: Sheet,
  rows: PreviewRow[],
  creates: ImportPreview['creates'],
  unknown_people: UnknownPerson[],
): ImportPreview {
  const counts = { create: 0, update: 0, same: 0, error: 0, warning: 0 }
  for (const { outcome, warnings } of rows) {
    counts[outcome] += 1
    if (warnings.length) counts.warning += 1
  }
  return { kind, ...sheet, counts, creates, rows, unknown_people }
}
