import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { VisuallyHidden } from '@mantine/core'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import type { ListRecord } from './list-view.ts'
import classes from './order.module.css'
import { OrderRow, type Part } from './order-row.tsx'
import { moved } from './place-order.ts'

/** From here on only the rows in sight are drawn, and the one that is dragged. */
const MANY = 200
const ROW_HEIGHT = 45

type Props = {
  rows: readonly ListRecord[]
  nameOf: (row: ListRecord) => string
  onMoved: (rows: readonly ListRecord[]) => void
  onDragging: (dragging: boolean) => void
}

/** The rows of an order. Where one goes is told to those who do not see it, and the focus goes along. */
export function OrderRows({ rows, nameOf, onMoved, onDragging }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [focused, setFocused] = useState<{ id: number; part: Part } | null>(null)
  const [told, setTold] = useState('')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const at = (id: unknown) => rows.findIndex((row) => row.id === id)
  const named = (id: unknown) => {
    const row = rows[at(id)]
    return row ? nameOf(row) : ''
  }
  const many = rows.length > MANY
  const kept = dragged === null ? -1 : at(dragged)
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: many,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    getItemKey: (index) => rows[index]?.id ?? index,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return kept < 0 || shown.includes(kept) ? shown : [...shown, kept].toSorted((a, b) => a - b)
    },
  })
  const put = (id: number, to: number, part: Part | null) => {
    const next = moved(rows, at(id), to)
    if (next === rows) return
    onMoved(next)
    setTold(`${named(id)} is put at place ${to + 1}.`)
    if (!part) return
    if (many) virtual.scrollToIndex(to)
    setFocused({ id, part })
  }
  const drag = (id: number | null) => {
    setDragged(id)
    onDragging(id !== null)
  }
  const drawn = many
    ? virtual.getVirtualItems().map(({ index, start }) => ({ index, start }))
    : rows.map((_, index) => ({ index, start: null }))
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announcements(named, at) }}
      onDragStart={({ active }) => drag(Number(active.id))}
      onDragCancel={() => drag(null)}
      onDragEnd={({ active, over }) => {
        drag(null)
        const next = over ? moved(rows, at(active.id), at(over.id)) : rows
        if (next !== rows) onMoved(next)
      }}
    >
      <SortableContext items={rows as ListRecord[]} strategy={verticalListSortingStrategy}>
        <div className={classes.scroll} ref={scroller} data-many={many || undefined}>
          <ol className={classes.list} style={many ? { height: virtual.getTotalSize() } : undefined}>
            {drawn.map(({ index, start }) => {
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
                    focused={focused?.id === row.id ? focused.part : null}
                    onFocused={() => setFocused(null)}
                    onPut={(to, part) => put(row.id, to, part)}
                  />
                )
              )
            })}
          </ol>
        </div>
      </SortableContext>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </DndContext>
  )
}

const announcements = (nameOf: (id: unknown) => string, at: (id: unknown) => number): Announcements => ({
  onDragStart: ({ active }) => `${nameOf(active.id)} is picked up.`,
  onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} is at place ${at(over.id) + 1}.` : undefined),
  onDragEnd: ({ active, over }) => (over ? `${nameOf(active.id)} is put at place ${at(over.id) + 1}.` : undefined),
  onDragCancel: ({ active }) => `${nameOf(active.id)} is back at its place.`,
})
