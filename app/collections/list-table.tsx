import { Link, useSearchParams } from '@remix-run/react'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useWhen } from '../shell/use-root.ts'
import { listAddress } from './list-query.ts'
import type { CellContext, Column, ListData, ListRecord, ListView } from './list-view.ts'
import classes from './table.module.css'

/** The rows of a list: a table on a wide screen, two lines a row on a phone. The first column's link covers the row. */
export function ListTable({ view, data }: { view: ListView; data: ListData }) {
  const when = useWhen()
  const [search] = useSearchParams()
  const context: CellContext = {
    when,
    extras: data.extras,
    related: (collection, id) => (typeof id === 'number' ? data.related[collection]?.[String(id)] : undefined),
  }
  const open = data.open === 'new' ? null : data.open?.id
  const opened = (record: ListRecord) => {
    const path = view.recordPath(record)
    return view.form.length ? `${path}${search.size ? `?${search}` : ''}` : path
  }
  const [first, ...rest] = view.columns
  if (!first) return null
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <caption>{view.title ?? view.contract.title}</caption>
        <thead>
          <tr>
            {view.columns.map((column) => (
              <HeadCell key={column.key} column={column} view={view} data={data} />
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((record) => (
            <tr key={record.id} data-open={record.id === open || undefined}>
              <td data-first>
                <Link to={opened(record)} prefetch="intent" preventScrollReset>
                  {first.cell(record, context)}
                </Link>
              </td>
              {rest.map((column) => (
                <td key={column.key} data-phone={column.phone} data-align={column.align}>
                  {column.cell(record, context)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function HeadCell({ column, view, data: { query } }: { column: Column; view: ListView; data: ListData }) {
  const { title, sort, align, phone } = column
  if (!sort)
    return (
      <th scope="col" data-align={align} data-phone={phone}>
        <span>{title}</span>
      </th>
    )
  const direction = query.sort === sort ? 'ascending' : query.sort === `-${sort}` ? 'descending' : undefined
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" data-align={align} data-phone={phone} aria-sort={direction ?? 'none'}>
      <Link
        to={`${view.path}${listAddress(view, query, { sort: direction === 'ascending' ? `-${sort}` : sort })}`}
        preventScrollReset
      >
        {title}
        {direction && <Arrow size={14} aria-hidden />}
      </Link>
    </th>
  )
}
