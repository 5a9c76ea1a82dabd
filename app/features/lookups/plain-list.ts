import { IconList } from '@tabler/icons-react'
import { choiceLabel } from '#app/collections/choice-label.ts'
import { allColumns } from '#app/collections/columns.tsx'
import { inUseTabs, nameColumn, simpleList } from '#app/collections/list-cells.tsx'
import { plainFields } from '#app/collections/list-query.ts'
import type { Column, ListView } from '#app/collections/list-view.ts'
import { paths } from '#app/shell/paths.ts'
import { AVAILABLE_LABELS } from '#server/availability/contract.ts'
import type { PlainContract } from '#server/engine/collections/contract.ts'

const SHOWN_FIELDS = 4

/** Derived fields: neither a column nor an input. */
const DERIVED: Record<string, readonly string[]> = { availability: ['start', 'end'] }

const LABELS: Record<string, Record<string, readonly string[]>> = { availability: { available: AVAILABLE_LABELS } }

const READ_ONLY = new Set(['messages'])

/** The default list and form: the first fields as columns, all of them in the form. */
export function plainView(contract: PlainContract): ListView {
  const { name, label, singular, reveals, fields } = contract
  const first: Column = {
    ...nameColumn(`Untitled ${singular}`),
    ...(label === 'name' ? {} : label ? labelColumn(label, contract) : displayNameColumn(singular)),
  }
  const derived = DERIVED[name] ?? []
  const hidden = [...derived, ...(first.key === label ? [] : [first.key])]
  const columns = allColumns({ columns: [first], hidden }, contract)
    .slice(0, SHOWN_FIELDS + 1)
    .map((column) => withLabels(column, LABELS[name]?.[column.key]))
  const writable = READ_ONLY.has(name)
    ? []
    : plainFields({}, contract).filter((key) => fields[key] && !fields[key].readOnly && !derived.includes(key))
  const bulkFields = writable.filter((key) => key !== label && !['line', 'text'].includes(fields[key]?.kind ?? ''))
  const relations = columns.flatMap(({ key }) => (fields[key]?.kind === 'relation' ? [key] : []))
  return {
    collection: name,
    ...simpleList(paths.records(name)),
    icon: IconList,
    searchHint: 'Search',
    columns,
    tabs: fields.archived ? inUseTabs('') : [{ key: 'all', label: 'All', query: {} }],
    form: writable,
    ...((reveals || writable.length === 0) && { addPath: null, importPath: null }),
    ...(writable.length === 0 && !READ_ONLY.has(name) && { undeletable: true }),
    ...(bulkFields.length && { bulk: bulkFields }),
    ...(relations.length && { expand: relations.join(',') }),
    ...(fields.order && { orderable: true }),
    empty: 'Nothing here yet.',
  }
}

function withLabels(column: Column, labels: readonly string[] | undefined): Column {
  if (!labels) return column
  const { align: _, ...rest } = column
  return { ...rest, cell: (record) => labels[Number(record[column.key])] ?? '' }
}

const displayNameColumn = (singular: string): Partial<Column> => ({
  key: 'id',
  title: choiceLabel(singular),
  sort: 'id',
  cell: ({ id }, { displayNames }) => displayNames[id] ?? `${choiceLabel(singular)} ${id}`,
})

const labelColumn = (label: string, { fields, singular }: PlainContract) => ({
  key: label,
  title: fields[label]?.title ?? label,
  sort: label,
  cell: (record: Record<string, unknown>) => String(record[label] || `Untitled ${singular}`),
})
