import type { Sheet } from './checked-file.ts'
import type { ImportKind, ImportOptions, ImportPreview, PreviewRow, UnknownPerson } from './contract.ts'
import { type PeopleFacts, type PeoplePlan, planPeople } from './people-plan.ts'
import type { PersonRow } from './people-rows.ts'
import { LOOKUPS, type SeasonFacts } from './season-facts.ts'
import { planSeason, type SeasonPlan } from './season-plan.ts'
import type { SeasonRow } from './season-rows.ts'

/** Builds the preview of a member list and the plan behind it. */
export function previewPeople(sheet: Sheet, rows: readonly PersonRow[], facts: PeopleFacts, options: ImportOptions) {
  const plan: PeoplePlan = planPeople(rows, facts, options)
  return { plan, preview: assemble('people', sheet, plan.rows, { competencies: plan.competencies }, []) }
}

/** Builds the preview of a season's programme and the plan behind it. */
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
