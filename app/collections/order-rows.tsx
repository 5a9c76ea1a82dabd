import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import type { ListRecord } from './list-view.ts'
import classes from './order.module.css'
import { orderAnnouncements } from './order-announcements.ts'
import { type FocusTarget, OrderRow } from './order-row.tsx'
import { moveRow } from './row-order.ts'

/** Virtualises longer lists; the dragged row is always rendered. */
const VIRTUAL_FROM = 200
const ROW_HEIGHT = 45

type Props = {
  rows: readonly ListRecord[]
  nameOf: (row: ListRecord) => string
  onMoved: (rows: readonly ListRecord[]) => void
  onDragging: (dragging: boolean) => void
}

/** Announces moves to screen readers; the focus follows the moved row. */
export function OrderRows({ rows, nameOf, onMoved, onDragging }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [focused, setFocused] = useState<{ id: number; target: FocusTarget } | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const indexOfRow = (id: unknown) => rows.findIndex((row) => row.id === id)
  const nameOfRow = (id: unknown) => {
    const row = rows[indexOfRow(id)]
    return row ? nameOf(row) : ''
  }
  const many = rows.length > VIRTUAL_FROM
  const draggedIndex = dragged === null ? -1 : indexOfRow(dragged)
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: many,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    getItemKey: (index) => rows[index]?.id ?? index,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return draggedIndex < 0 || shown.includes(draggedIndex)
        ? shown
        : [...shown, draggedIndex].toSorted((a, b) => a - b)
    },
  })
  const move = (id: number, to: number, target: FocusTarget | null) => {
    const next = moveRow(rows, indexOfRow(id), to)
    if (next === rows) return
    onMoved(next)
    setAnnouncement(`${nameOfRow(id)} moved to position ${to + 1}.`)
    if (!target) return
    if (many) virtual.scrollToIndex(to)
    setFocused({ id, target })
  }
  const setDrag = (id: number | null) => {
    setDragged(id)
    onDragging(id !== null)
  }
  const visible = many
    ? virtual.getVirtualItems().map(({ index, start }) => ({ index, start }))
    : rows.map((_, index) => ({ index, start: null }))
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: orderAnnouncements(nameOfRow, indexOfRow) }}
      onDragStart={({ active }) => setDrag(Number(active.id))}
      onDragCancel={() => setDrag(null)}
      onDragEnd={({ active, over }) => {
        setDrag(null)
        const next = over ? moveRow(rows, indexOfRow(active.id), indexOfRow(over.id)) : rows
        if (next !== rows) onMoved(next)
      }}
    >
      <SortableContext items={rows as ListRecord[]} strategy={verticalListSortingStrategy}>
        <div className={classes.scroll} ref={scroller} data-many={many || undefined}>
          <ol className={`list ${classes.list}`} style={many ? { height: virtual.getTotalSize() } : undefined}>
            {visible.map(({ index, start }) => {
              const row = rows[index]
              return (
                row && (
                  <OrderRow
                    key={row.id}
                    id={row.id}
                    name={nameOf(row)}
                    index={index}
                    count={rows.length}
                    start={start}
                    measure={many ? virtual.measureElement : undefined}
                    focused={focused?.id === row.id ? focused.target : null}
                    onFocused={() => setFocused(null)}
                    onMove={(to, target) => move(row.id, to, target)}
                  />
                )
              )
            })}
          </ol>
        </div>
      </SortableContext>
      <div role="status" className="unseen">
        {announcement}
      </div>
    </DndContext>
  )
}
