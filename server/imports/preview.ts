import type { Sheet } from './checked-file.ts'
import { missingColumn } from './columns.ts'
import type { ImportKind, ImportOptions, ImportPreview, ImportProblem, PreviewRow } from './contract.ts'
import { compareOwn, type OwnExport, type OwnFacts } from './own-export.ts'
import { type PeopleFacts, type PeoplePlan, planPeople } from './people-plan.ts'
import type { PersonRow } from './people-rows.ts'
import { LOOKUPS, type SeasonFacts } from './season-facts.ts'
import { planSeason, type SeasonPlan } from './season-plan.ts'
import type { SeasonRow } from './season-rows.ts'

export function previewPeople(sheet: Sheet, rows: readonly PersonRow[], facts: PeopleFacts, options: ImportOptions) {
  const plan: PeoplePlan = planPeople(rows, facts, options)
  return { plan, preview: assemble('people', sheet, plan.rows, { competencies: plan.competencies }) }
}

export function previewSeason(
  sheet: Sheet,
  rows: readonly SeasonRow[],
  facts: SeasonFacts,
  options: Partial<ImportOptions> = {},
): { plan: SeasonPlan; preview: ImportPreview } {
  const plan = planSeason(rows, facts, options)
  const unread = sheet.problems.length === 0 && plan.rows.every(({ outcome }) => outcome === 'error')
  if (unread && !options.length_minutes && !Object.values(sheet.mapping).includes('end')) {
    const { preview } = previewSeason({ ...sheet, problems: [NO_END] }, [], facts, options)
    return { plan, preview: { ...preview, asks_length: true } }
  }
  const names = LOOKUPS.map((lookup) => [lookup, [...plan.lookups[lookup].values()]])
  const creates = { ...Object.fromEntries(names), events: plan.events.map((event) => event.name) }
  return { plan, preview: assemble('season', sheet, plan.rows, creates, plan) }
}

export const previewOwn = (sheet: Sheet, own: OwnExport, facts: OwnFacts, zone: string): ImportPreview =>
  assemble('season', sheet, compareOwn(own, facts, zone), {})

const NO_END: ImportProblem = missingColumn('season', 'end')

function assemble(
  kind: ImportKind,
  sheet: Sheet,
  rows: PreviewRow[],
  creates: ImportPreview['creates'],
  { unknown_people = [], asks_length = false }: Partial<Pick<SeasonPlan, 'unknown_people' | 'asks_length'>> = {},
): ImportPreview {
  const counts = { create: 0, update: 0, same: 0, error: 0, warning: 0 }
  for (const { outcome, warnings } of rows) {
    counts[outcome] += 1
    if (warnings.length) counts.warning += 1
  }
  return { kind, ...sheet, asks_length, counts, creates, rows, unknown_people }
}
