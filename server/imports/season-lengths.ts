import { groupBy } from '#server/engine/kernel/group-by.ts'
import type { PreviewRow } from './contract.ts'
import { MESSAGES, nameKey } from './rules.ts'
import type { SiteIndex } from './season-facts.ts'
import type { Timed } from './season-people.ts'
import { eventKeyOf, type SeasonRow } from './season-rows.ts'
import { laterOnTheClock } from './season-times.ts'

/**
 * Completes missing ends: the event type's usual length, else `length`. A row without either is an error and asks for
 * the length.
 */
export function resolveEnds(
  rows: readonly SeasonRow[],
  plan: { rows: PreviewRow[]; asks_length: boolean },
  site: SiteIndex,
  length: number | null,
): Timed[] {
  const checked = rows.flatMap(({ values }, i) => (values ? [{ values, row: plan.rows[i]! }] : []))
  const lengths = new Map<string, number | null>()
  for (const [key, group] of groupBy(checked, ({ values: v }) => eventKeyOf(v.series, v.event, v.date))) {
    const named = group.find(({ values }) => values.event_type !== null)?.values.event_type
    const type = named ? site.known.eventtypes.get(nameKey(named)) : site.eventByKey.get(key)?.eventtype
    lengths.set(key, (type && site.usualLengths.get(type)) || length)
  }
  return checked.flatMap(({ row, values }) => {
    if (values.end !== null) return [{ row, values: { ...values, end: values.end } }]
    const minutes = lengths.get(eventKeyOf(values.series, values.event, values.date)) ?? null
    if (minutes !== null)
      return [{ row, values: { ...values, end: laterOnTheClock(values.start, minutes, site.zone) } }]
    plan.asks_length = true
    row.errors = { ...row.errors, end: [MESSAGES.required] }
    return []
  })
}
