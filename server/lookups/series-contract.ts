import { defineContract } from '#server/engine/collections/contract.ts'
import { flag, id, instant, orNull, readOnly, text, textLine } from '#server/engine/collections/field-contract.ts'

export const series = defineContract({
  name: 'series',
  singular: 'series',
  title: 'Series',
  label: 'name',
  fields: {
    id: id(),
    name: textLine(200),
    details: text(20_000),
    start: readOnly(orNull(instant())),
    end: readOnly(orNull(instant())),
    consecutive: flag(),
    archived: flag(),
  },
  search: ['name', 'details'],
  sort: ['name'],
})
