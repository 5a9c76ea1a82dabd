import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Button, Loader, Modal } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ListShape, PlainContract } from '#server/collections/contract.ts'
import { FormError } from '../ui/form-error.tsx'
import { firstMessage } from './answer-messages.ts'
import { callApi } from './call-api.ts'
import { inSentence } from './in-sentence.ts'
import type { ListRecord } from './list-view.ts'
import classes from './order.module.css'

/** The most that one call of the API changes. */
const MOST = 1000

/** One part after the other. Each says the places themselves, so that saving again after a failure completes the order. */
async function putInParts(name: string, changed: readonly { id: number; order: number }[]) {
  for (let from = 0; from < changed.length; from += MOST) {
    const answer = await callApi('PUT', `/api/${name}`, changed.slice(from, from + MOST))
    if (!answer.ok) return answer
  }
  return { ok: true, body: null }
}

/** Puts the records that are in use in order: by dragging, by the keys on the handle, or by the arrows. Saved at once. */
export function OrderDialog({ contract, onClose }: { contract: PlainContract; onClose: () => void }) {
  const [rows, setRows] = useState<ListRecord[] | null>(null)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const label = contract.label ?? 'id'
  const { name } = contract
  useEffect(() => {
    void callApi('GET', `/api/${name}?archived=false&limit=-1&sort=order,${label}`).then(({ ok, body }) => {
      if (!ok) return setProblem('The list could not be read. Please try again.')
      const shape = body as ListShape<ListRecord>
      setRows(shape.order.flatMap((id) => shape.results[name]?.[id] ?? []))
    })
  }, [name, label])
  const nameOf = (id: unknown) => String(rows?.find((row) => row.id === id)?.[label] ?? '')
  const at = (id: unknown) => (rows ?? []).findIndex((row) => row.id === id)
  const move = (from: number, to: number) => {
    if (rows && from >= 0 && to >= 0 && to < rows.length) setRows(arrayMove(rows, from, to))
  }
  const drop = ({ active, over }: DragEndEvent) => over && move(at(active.id), at(over.id))
  const save = async () => {
    const changed = (rows ?? []).flatMap(({ id, order }, index) =>
      order === index + 1 ? [] : { id, order: index + 1 },
    )
    setBusy(true)
    const answer = await putInParts(name, changed)
    setBusy(false)
    if (!answer.ok) return setProblem(firstMessage(answer.body, []) ?? 'Not saved. Please try again.')
    revalidate()
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`Order of ${inSentence(contract.title)}`}>
      <FormError message={problem} />
      {!rows && !problem && <Loader size="sm" />}
      {rows && (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={drop}
          accessibility={{ announcements: announcements(nameOf, at) }}
        >
          <SortableContext items={rows} strategy={verticalListSortingStrategy}>
            <ol className={classes.list}>
              {rows.map((row, index) => (
                <OrderRow
                  key={row.id}
                  id={row.id}
                  name={String(row[label] ?? '')}
                  up={index > 0 ? () => move(index, index - 1) : null}
                  down={index < rows.length - 1 ? () => move(index, index + 1) : null}
                />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
      )}
      <div className={classes.foot}>
        <Button onClick={save} loading={busy} disabled={!rows}>
          Save order
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Modal>
  )
}

type RowProps = { id: number; name: string; up: (() => void) | null; down: (() => void) | null }

function OrderRow({ id, name, up, down }: RowProps) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id })
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <ActionIcon variant="subtle" color="gray" size={36} {...attributes} {...listeners} aria-label={`Drag ${name}`}>
        <IconGripVertical size={18} aria-hidden />
      </ActionIcon>
      <span>{name}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        disabled={!up}
        aria-label={`Move ${name} up`}
        onClick={() => up?.()}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        disabled={!down}
        aria-label={`Move ${name} down`}
        onClick={() => down?.()}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}

const announcements = (nameOf: (id: unknown) => string, at: (id: unknown) => number): Announcements => ({
  onDragStart: ({ active }) => `${nameOf(active.id)} is picked up.`,
  onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} is at place ${at(over.id) + 1}.` : undefined),
  onDragEnd: ({ active, over }) => (over ? `${nameOf(active.id)} is put at place ${at(over.id) + 1}.` : undefined),
  onDragCancel: ({ active }) => `${nameOf(active.id)} is back at its place.`,
})
