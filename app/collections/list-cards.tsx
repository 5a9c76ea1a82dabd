import { Link, useSearchParams } from '@remix-run/react'
import { type ReactNode, useMemo } from 'react'
import { useDateFormats } from '../shell/use-root.ts'
import classes from './cards.module.css'
import { shownColumns } from './columns.tsx'
import { isLongList, recordAddress } from './list-query.ts'
import type { CellContext, Column, ListData, ListRecord, ListView } from './list-view.ts'
import type { Selection } from './use-selection.ts'

type Props = { view: ListView; data: ListData; selection: Selection | null }

/**
 * Renders rows as cards with their actions. Takes its columns from the table: the first is the heading and links the
 * card, `end` columns are beside it, the others are lines below.
 */
export function ListCards({ view, data, selection }: Props) {
  const when = useDateFormats()
  const [search] = useSearchParams()
  const { extras, displayNames, related } = data
  const context = useMemo<CellContext>(
    () => ({
      when,
      extras,
      displayNames,
      related: (collection, id) => (typeof id === 'number' ? related[collection]?.[String(id)] : undefined),
    }),
    [when, extras, displayNames, related],
  )
  const open = data.open === 'new' ? null : data.open?.id
  const columns = shownColumns(view, data.contract, data.query.columns)
  return (
    <div className={classes.scroll}>
      {selection && isLongList(data) && (
        <label className={classes.all}>
          <input
            type="checkbox"
            checked={selection.page === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = selection.page === 'some'
            }}
            onChange={selection.togglePage}
          />
          Select all on this page
        </label>
      )}
      <ul className={`list ${classes.cards}`} aria-label={view.title ?? data.contract.title}>
        {data.rows.map((record) => (
          <Card
            key={record.id}
            record={record}
            columns={columns}
            context={context}
            to={recordAddress(view, record, search)}
            open={record.id === open}
            selection={selection}
            actions={view.cards?.actions(record)}
          />
        ))}
      </ul>
    </div>
  )
}

type CardProps = {
  record: ListRecord
  columns: readonly Column[]
  context: CellContext
  to: string
  open: boolean
  selection: Selection | null
  actions: ReactNode
}

function Card({ record, columns, context, to, open, selection, actions }: CardProps) {
  const [first, ...rest] = columns
  const beside = rest.filter(({ phone }) => phone === 'end')
  const below = rest.filter(({ phone }) => phone !== 'end')
  return (
    <li
      className={`card ${classes.card}`}
      data-open={open || undefined}
      data-selected={selection?.has(record.id) || undefined}
      aria-current={open || undefined}
    >
      <div className={`cluster ${classes.head}`}>
        {selection && (
          <label className={classes.check}>
            <input
              type="checkbox"
              aria-label={`Select ${selection.nameOf(record)}`}
              checked={selection.has(record.id)}
              onChange={(event) => selection.toggle(record.id, (event.nativeEvent as { shiftKey?: boolean }).shiftKey)}
            />
          </label>
        )}
        <h2>
          <Link to={to} prefetch="intent" preventScrollReset>
            {first?.cell(record, context)}
          </Link>
        </h2>
        {beside.map((column) => (
          <div key={column.key}>{column.cell(record, context)}</div>
        ))}
      </div>
      {below.map((column) => (
        <Line key={column.key} column={column} record={record} context={context} />
      ))}
      {actions && <div className={`cluster ${classes.actions}`}>{actions}</div>}
    </li>
  )
}

function Line({ column, record, context }: { column: Column; record: ListRecord; context: CellContext }) {
  const value = column.cell(record, context)
  if (value === '' || value === null || value === undefined) return null
  return (
    <p>
      {column.labelOnPhone && `${column.title}: `}
      {value}
    </p>
  )
}
