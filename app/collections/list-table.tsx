import { Link, useNavigate, useSearchParams } from '@remix-run/react'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, memo, useMemo, useRef } from 'react'
import { useDateFormats } from '../shell/use-root.ts'
import { shownColumns } from './columns.tsx'
import { isLongList, listAddress, recordAddress } from './list-query.ts'
import type { CellContext, Column, ListData, ListRecord, ListView } from './list-view.ts'
import classes from './table.module.css'
import { usePendingQuery } from './use-pending-query.ts'
import type { Selection } from './use-selection.ts'

const VIRTUAL_FROM = 200
const ROW_HEIGHT = 53

type Props = {
  view: ListView
  data: ListData
  path: string
  selection: Selection | null
  changed: Readonly<Record<number, unknown>>
}

export function ListTable({ view, data, path, selection, changed }: Props) {
  const when = useDateFormats()
  const [search] = useSearchParams()
  const scroller = useRef<HTMLDivElement>(null)
  const many = data.rows.length > VIRTUAL_FROM
  const virtual = useVirtualizer({
    count: data.rows.length,
    enabled: many,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: { width: 1000, height: 1200 },
    getItemKey: (index) => data.rows[index]?.id ?? index,
  })
  const { extras, displayNames: called, related } = data
  const context = useMemo<CellContext>(
    () => ({
      when,
      extras,
      displayNames: called,
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
        <caption className="unseen">{view.title ?? data.contract.title}</caption>
        <thead>
          <tr>
            {selection &&
              (isLongList(data) ? (
                <th scope="col" data-check>
                  <label>
                    <input
                      type="checkbox"
                      aria-label="Select all rows on this page"
                      checked={selection.page === 'all'}
                      ref={(box) => {
                        if (box) box.indeterminate = selection.page === 'some'
                      }}
                      onChange={selection.togglePage}
                    />
                  </label>
                </th>
              ) : (
                <th scope="col" data-check>
                  <span className="unseen">Select</span>
                </th>
              ))}
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
          {above > 0 && <Spacer height={above} width={width} />}
          {shown.map((record, position) => (
            <BodyRow
              key={record.id}
              record={record}
              columns={columns}
              context={context}
              to={recordAddress(view, record, search)}
              open={record.id === open}
              changed={record.id in changed}
              chosen={selection?.has(record.id)}
              name={selection?.nameOf(record)}
              onToggle={selection?.toggle}
              measure={many ? virtual.measureElement : undefined}
              index={many ? items[position]?.index : undefined}
            />
          ))}
          {below > 0 && <Spacer height={below} width={width} />}
        </tbody>
      </table>
    </div>
  )
}

const Spacer = ({ height, width }: { height: number; width: number }) => (
  <tr aria-hidden data-spacer>
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
  chosen: boolean | undefined
  name: string | undefined
  onToggle: Selection['toggle'] | undefined
  measure: ((row: HTMLTableRowElement | null) => void) | undefined
  index: number | undefined
}

/** Memoised, so that scrolling renders only new rows. */
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
          {/* A native checkbox is fast enough for thousands of rows while scrolling; its label is as large as a thumb. */}
          <label>
            <input
              type="checkbox"
              aria-label={`Select ${name}`}
              checked={chosen ?? false}
              onChange={(event) => onToggle(record.id, (event.nativeEvent as { shiftKey?: boolean }).shiftKey)}
            />
          </label>
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
          data-label={column.labelOnPhone ? column.title : undefined}
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
  /** Sort keys of the visible columns: a hidden sort column is not marked. */
  shown: ReadonlySet<string | undefined>
  view: ListView
  data: ListData
  path: string
}

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
  const index = sorts.findIndex((word) => word.replace(/^-/, '') === sort)
  const marked = index >= 0 && sorts.slice(0, index).every((word) => shown.has(word.replace(/^-/, '')))
  const direction = index < 0 ? undefined : sorts[index] === sort ? 'ascending' : 'descending'
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  const toggled = direction === 'ascending' ? `-${sort}` : sort
  const address = (word: string) => `${path}${listAddress(view, query, { sort: word })}`
  const addSort = (event: MouseEvent) => {
    if (!event.shiftKey) return
    event.preventDefault()
    const next = index < 0 ? [...sorts, sort].slice(-3) : sorts.with(index, toggled)
    navigate(address(next.join(',')), { preventScrollReset: true })
  }
  return (
    <th
      scope="col"
      data-align={align}
      data-phone={phone}
      data-first={first || undefined}
      aria-sort={(marked && direction) || 'none'}
    >
      <Link to={address(toggled)} onClick={addSort} preventScrollReset title="Shift-click to also sort by this">
        {title}
        {marked && <Arrow size={14} aria-hidden />}
        {marked && sorts.length > 1 && <sup className="num">{index + 1}</sup>}
      </Link>
    </th>
  )
}
