import type { PlainContract, PlainField } from '#server/engine/collections/contract.ts'
import { PhoneText } from '../ui/phone-text.tsx'
import { choiceLabel } from './choice-label.ts'
import { excerpt } from './excerpt.ts'
import { plainFields, sortKey } from './list-query.ts'
import type { CellContext, Column, ListView } from './list-view.ts'

type Fields = Pick<PlainContract, 'fields'>

export function allColumns(view: Pick<ListView, 'columns' | 'hidden'>, { fields }: Fields): Column[] {
  const viewKeys = view.columns.map(({ key }) => key)
  const others = plainFields(view, { fields }).filter((key) => !viewKeys.includes(key))
  return [...view.columns, ...others.flatMap((key) => (fields[key] ? plainColumn(key, fields[key], fields) : []))]
}

/** Returns the columns in the order of `keys`. The first column is always shown: it links to the record. */
export function shownColumns(
  view: Pick<ListView, 'columns' | 'hidden'>,
  fields: Fields,
  keys: readonly string[] | null,
): Column[] {
  if (!keys) return view.columns
  const all = allColumns(view, fields)
  const first = view.columns[0]
  const chosen = keys.flatMap((key) => all.find((column) => column.key === key) ?? [])
  return first ? [first, ...chosen.filter(({ key }) => key !== first.key)] : chosen
}

const plainColumn = (key: string, field: PlainField, fields: Fields['fields']): Column => {
  const sort = sortKey(key, fields)
  return {
    key,
    title: field.title ?? key,
    ...(sort && { sort }),
    ...(['integer', 'number'].includes(field.kind) && { align: 'end' as const }),
    phone: 'below',
    labelOnPhone: true,
    cell: (record, context) => plainCell(key, field, record[key], context),
  }
}

function plainCell(key: string, field: PlainField, value: unknown, { when, related }: CellContext) {
  if (value === null || value === undefined || value === '') return ''
  switch (field.kind) {
    case 'instant':
      return <span className="num">{when.dateTime(String(value))}</span>
    case 'date':
      return <span className="num">{when.day(String(value))}</span>
    case 'boolean':
      return value === true ? 'Yes' : 'No'
    case 'choice':
      return choiceLabel(String(value))
    case 'relation':
      return String((field.to && related(field.to, value)?.[field.names ?? 'id']) ?? '')
    case 'words':
      return Array.isArray(value) ? value.join(', ') : ''
    case 'relations':
      return Array.isArray(value) ? value.length || '' : ''
    default:
      return key === 'phone' ? <PhoneText number={String(value)} /> : excerpt(value)
  }
}
