import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import type { ListRecord } from '../../collections/list-view.ts'
import { orderAnnouncements } from '../../collections/order-announcements.ts'
import { earlierOrder, moveRow, orderUpdates } from '../../collections/row-order.ts'
import { useUndo } from '../../collections/undo.tsx'
import { FormError } from '../../ui/form-error.tsx'
import classes from './setup.module.css'
import type { SetupData, SetupListData } from './setup-data.ts'
import { SetupForm } from './setup-form.tsx'
import type { NameOf, SetupList } from './setup-lists.ts'
import { SetupRow } from './setup-row.tsx'

type Props = { list: SetupList; data: SetupListData; page: SetupData; shown: readonly ListRecord[]; draggable: boolean }

/** The rows of a list. A move by dragging, keys or the row's menu is saved immediately, and taken back if that fails. */
export function SetupRows({ list, data, page, shown, draggable }: Props) {
  const { contract, rows: stored } = data
  const [moved, setMoved] = useState<readonly ListRecord[] | null>(null)
  const [problem, setProblem] = useState<string>()
  const { offer } = useUndo()
  const { revalidate } = useRevalidator()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is stored replaces what was moved.
  useEffect(() => setMoved(null), [stored])
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const all = moved ?? stored
  const ids = new Set(shown.map(({ id }) => id))
  const rows = all.filter(({ id }) => ids.has(id))
  const indexOf = (id: unknown) => all.findIndex((row) => row.id === id)
  const titleOf = (id: unknown) => String(all[indexOf(id)]?.[contract.label ?? 'name'] ?? '')
  const nameOf: NameOf = (collection, id) => page.names[collection]?.[String(id)] ?? ''

  const move = async (id: number, to: number) => {
    const next = moveRow(all, indexOf(id), to)
    if (next === all) return
    setMoved(next)
    setProblem(undefined)
    for (const batch of orderUpdates(next)) {
      const { ok, body } = await callApi('PUT', `/api/${contract.name}`, batch, [404])
      if (ok) continue
      setMoved(null)
      revalidate()
      return setProblem(firstMessage(body, []) ?? 'The order was not saved. Please try again.')
    }
    offer(`${titleOf(id)} is moved to position ${to + 1}.`, {
      path: `/api/${contract.name}`,
      body: earlierOrder(all, next),
    })
    revalidate()
  }
  const items = rows.map((row) => {
    const editing = page.current === contract.name && page.open !== 'new' && page.open?.id === row.id
    return editing ? (
      <li key={row.id}>
        <SetupForm list={list} data={data} page={page} record={row} />
      </li>
    ) : (
      <SetupRow
        key={row.id}
        list={list}
        contract={contract}
        record={row}
        nameOf={nameOf}
        uses={data.uses[row.id] ?? []}
        index={indexOf(row.id)}
        count={all.length}
        allUses={data.uses}
        others={all.filter(({ id }) => id !== row.id)}
        onMove={draggable ? (to) => void move(row.id, to) : null}
      />
    )
  })
  return (
    <>
      <FormError message={problem} />
      {draggable ? (
        <DndContext
          id={`order-${contract.name}`}
          sensors={sensors}
          collisionDetection={closestCenter}
          accessibility={{ announcements: orderAnnouncements(titleOf, indexOf) }}
          onDragEnd={({ active, over }) => over && void move(Number(active.id), indexOf(over.id))}
        >
          <SortableContext items={rows as ListRecord[]} strategy={verticalListSortingStrategy}>
            <ul className={classes.rows}>{items}</ul>
          </SortableContext>
        </DndContext>
      ) : (
        <ul className={classes.rows}>{items}</ul>
      )}
    </>
  )
}
