import { Link, useNavigate, useSearchParams } from '@remix-run/react'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, memo, useMemo, useRef } from 'react'
import { useWhen } from '../shell/use-root.ts'
import { shownColumns } from './columns.tsx'
import { listAddress, recordAddress } from './list-query.ts'
import type { CellContext, Column, ListData, ListRecord, ListView } from './list-view.ts'
import classes from './table.module.css'
import { usePendingQuery } from './use-pending-query.ts'
import type { Selection } from './use-selection.ts'

/** From here on only the rows in sight are drawn. */
const MANY = 200
const ROW_HEIGHT = 53

type Props = {
  view: ListView
  data: ListData
  path: string
  selection: Selection | null
  /** Records whose changes are not saved yet. */
  changed: ReadonlyMap<number, unknown>
}

/** The rows of a list: a table on a wide screen, a card a row on a phone. The first column's link covers the row. */
export function ListTable({ view, data, path, selection, changed }: Props) {
  const when = useWhen()
  const [search] = useSearchParams()
  const scroller = useRef<HTMLDivElement>(null)
  const many = data.rows.length > MANY
  const virtual = useVirtualizer({
    count: data.rows.length,
    enabled: many,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: { width: 1000, height: 1200 },
    getItemKey: (index) => data.rows[index]?.id ?? index,
  })
  const { extras, called, related } = data
  const context = useMemo<CellContext>(
    () => ({
      when,
      extras,
      called,
      related: (collection, id) => (typeof id === 'number' ? related[collection]?.[String(id)] : undefined),
    }),
    [when, extras, called, related],
  )
  const open = data.open === 'new' ? null : data.open?.id
  const columns = useMemo(
    () => shownColumns(view, data.contract, data.query.columns),
    [view, data.contract, data.query.columns],
  )
  const sorted = useMemo(() => new Set(columns.map(({ sort }) => sort)), [columns])
  const items = virtual.getVirtualItems()
  const shown = many ? items.flatMap(({ index }) => data.rows[index] ?? []) : data.rows
  const above = many ? (items[0]?.start ?? 0) : 0
  const below = many ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0
  const width = columns.length + (selection ? 1 : 0)
  return (
    <div className={classes.scroll} ref={scroller} data-many={many || undefined}>
      <table className={classes.table} aria-rowcount={many ? data.rows.length + 1 : undefined}>
        <caption>{view.title ?? data.contract.title}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" data-check>
                <input
                  type="checkbox"
                  aria-label="Select the rows of this page"
                  checked={selection.page === 'all'}
                  ref={(box) => {
                    if (box) box.indeterminate = selection.page === 'some'
                  }}
                  onChange={selection.togglePage}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell
                key={column.key}
                column={column}
                first={column === columns[0]}
                shown={sorted}
                view={view}
                data={data}
                path={path}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Gap height={above} width={width} />}
          {shown.map((record, at) => (
            <BodyRow
              key={record.id}
              record={record}
              columns={columns}
              context={context}
              to={recordAddress(view, record, search)}
              open={record.id === open}
              changed={changed.has(record.id)}
              chosen={selection?.has(record.id)}
              name={selection?.nameOf(record)}
              onToggle={selection?.toggle}
              measure={many ? virtual.measureElement : undefined}
              index={many ? items[at]?.index : undefined}
            />
          ))}
          {below > 0 && <Gap height={below} width={width} />}
        </tbody>
      </table>
    </div>
  )
}

/** Stands for the rows that are out of sight. */
const Gap = ({ height, width }: { height: number; width: number }) => (
  <tr aria-hidden data-gap>
    <td colSpan={width} style={{ height }} />
  </tr>
)

type RowProps = {
  record: ListRecord
  columns: readonly Column[]
  context: CellContext
  to: string
  open: boolean
  changed: boolean
  /** Undefined where rows are not chosen. */
  chosen: boolean | undefined
  name: string | undefined
  onToggle: Selection['toggle'] | undefined
  measure: ((row: HTMLTableRowElement | null) => void) | undefined
  index: number | undefined
}

/** Drawn again only when something of its own changes: scrolling through many rows draws the new ones. */
const BodyRow = memo(function BodyRow(props: RowProps) {
  const { record, columns, context, to, open, changed, chosen, name, onToggle, measure, index } = props
  const [first, ...rest] = columns
  if (!first) return null
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 2}
      data-open={open || undefined}
      data-selected={chosen || undefined}
    >
      {onToggle && (
        <td data-check>
          {/* The browser's own, since thousands of rows are drawn while somebody scrolls. */}
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={chosen ?? false}
            onChange={(event) => onToggle(record.id, (event.nativeEvent as { shiftKey?: boolean }).shiftKey)}
          />
        </td>
      )}
      <td data-first>
        <Link to={to} prefetch="intent" preventScrollReset>
          {first.cell(record, context)}
        </Link>
        {changed && <small className={classes.changed}>Changed, not saved</small>}
      </td>
      {rest.map((column) => (
        <td
          key={column.key}
          data-phone={column.phone}
          data-align={column.align}
          data-said={column.said ? column.title : undefined}
        >
          {column.cell(record, context)}
        </td>
      ))}
    </tr>
  )
})

type HeadProps = {
  column: Column
  first: boolean
  /** What the columns in sight sort by: an order that follows one out of sight is not shown as if it were the first. */
  shown: ReadonlySet<string | undefined>
  view: ListView
  data: ListData
  path: string
}

/** A click sorts by the column alone; with Shift it joins the order there is. */
function HeadCell({ column, first, shown, view, data, path }: HeadProps) {
  const query = usePendingQuery({ view, data, path })
  const { title, sort, align, phone } = column
  const navigate = useNavigate()
  if (!sort)
    return (
      <th scope="col" data-align={align} data-phone={phone} data-first={first || undefined}>
        <span>{title}</span>
      </th>
    )
  const sorts = query.sort.split(',').filter(Boolean)
  const at = sorts.findIndex((word) => word.replace(/^-/, '') === sort)
  const told = at >= 0 && sorts.slice(0, at).every((word) => shown.has(word.replace(/^-/, '')))
  const direction = at < 0 ? undefined : sorts[at] === sort ? 'ascending' : 'descending'
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  const turned = direction === 'ascending' ? `-${sort}` : sort
  const address = (word: string) => `${path}${listAddress(view, query, { sort: word })}`
  const join = (event: MouseEvent) => {
    if (!event.shiftKey) return
    event.preventDefault()
    const next = at < 0 ? [...sorts, sort].slice(-3) : sorts.with(at, turned)
    navigate(address(next.join(',')), { preventScrollReset: true })
  }
  return (
    <th
      scope="col"
      data-align={align}
      data-phone={phone}
      data-first={first || undefined}
      aria-sort={(told && direction) || 'none'}
    >
      <Link to={address(turned)} onClick={join} preventScrollReset title="Shift-click sorts by this as well">
        {title}
        {told && <Arrow size={14} aria-hidden />}
        {told && sorts.length > 1 && <sup className="num">{at + 1}</sup>}
      </Link>
    </th>
  )
}
