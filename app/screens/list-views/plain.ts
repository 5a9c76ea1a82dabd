import { IconList } from '@tabler/icons-react'
import { AVAILABLE_LABELS } from '#server/availability/contract.ts'
import type { PlainContract } from '#server/engine/collections/contract.ts'
import { allColumns } from '../../collections/columns.tsx'
import { wordOf } from '../../collections/field-words.ts'
import { plainFields } from '../../collections/list-query.ts'
import type { Column, ListView } from '../../collections/list-view.ts'
import { paths } from '../../shell/paths.ts'
import { inUse, named, simpleList } from './cells.tsx'

const SHOWN = 4

/** What follows from another field: neither a column nor an input. */
const FOLLOWS: Record<string, readonly string[]> = { availability: ['start', 'end'] }

/** Numbers that stand for words. */
const WORDS: Record<string, Record<string, readonly string[]>> = { availability: { available: AVAILABLE_LABELS } }

/** A list and a form of a collection that has no view of its own: its first fields as columns, all of them in the form. */
export function plainView(contract: PlainContract): ListView {
  const { name, label, singular, reveals, fields } = contract
  const first: Column = {
    ...named(`Untitled ${singular}`),
    ...(label === 'name' ? {} : label ? labelled(label, fields) : called(singular)),
  }
  const follows = FOLLOWS[name] ?? []
  const hidden = [...follows, ...(first.key === label ? [] : [first.key])]
  const columns = allColumns({ columns: [first], hidden }, contract)
    .slice(0, SHOWN + 1)
    .map((column) => worded(column, WORDS[name]?.[column.key]))
  const written = plainFields({}, contract).filter(
    (key) => fields[key] && !fields[key].readOnly && !follows.includes(key),
  )
  const several = written.filter((key) => key !== label && !['line', 'text'].includes(fields[key]?.kind ?? ''))
  const relations = columns.flatMap(({ key }) => (fields[key]?.kind === 'relation' ? [key] : []))
  return {
    collection: name,
    ...simpleList(paths.records(name)),
    icon: IconList,
    searchHint: 'Search',
    columns,
    tabs: fields.archived ? inUse('') : [{ key: 'all', label: 'All', query: {} }],
    form: written,
    ...((reveals || written.length === 0) && { addPath: null, importPath: null }),
    ...(written.length === 0 && { keeps: true }),
    ...(several.length && { bulk: several }),
    ...(relations.length && { expand: relations.join(',') }),
    ...(fields.order && { orderable: true }),
    empty: 'Nothing here yet.',
  }
}

const worded = (column: Column, words: readonly string[] | undefined): Column =>
  words ? { ...column, align: undefined, cell: (record) => words[Number(record[column.key])] ?? '' } : column

/** Where records have no name of their own, what they are called comes with the page. */
const called = (singular: string): Partial<Column> => ({
  key: 'id',
  title: wordOf(singular),
  sort: 'id',
  cell: ({ id }, { called: names }) => names[id] ?? `${wordOf(singular)} ${id}`,
})

const labelled = (label: string, fields: PlainContract['fields']) => ({
  key: label,
  title: fields[label]?.title ?? label,
  sort: label,
  cell: (record: Record<string, unknown>) => String(record[label] ?? ''),
})
