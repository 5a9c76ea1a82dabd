import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import classes from './order.module.css'
import { indexOf } from './place-order.ts'

/** What of a row moved it, and has the focus again when it is there. */
export type Part = 'place' | 'up' | 'down'

type Props = {
  id: number
  name: string
  index: number
  count: number
  /** How far from the top it stands, where only the rows in sight are drawn. */
  start: number | null
  measure: ((row: HTMLLIElement | null) => void) | undefined
  focused: Part | null
  onFocused: () => void
  /** `part` is null where the focus has gone elsewhere. */
  onPut: (index: number, part: Part | null) => void
}

/** One row with its handle, its place, which may be typed, and its arrows. */
export function OrderRow({ id, name, index, count, start, measure, focused, onFocused, onPut }: Props) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id })
  const place = useRef<HTMLInputElement>(null)
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const drawn = useCallback(
    (row: HTMLLIElement | null) => {
      setNodeRef(row)
      measure?.(row)
    },
    [setNodeRef, measure],
  )
  useEffect(() => {
    if (!focused) return
    const wanted = { place, up, down }[focused].current
    // An arrow that leads nowhere any more takes no focus.
    const target = wanted?.disabled ? place.current : wanted
    target?.focus()
    onFocused()
  }, [focused, onFocused])
  return (
    <li
      ref={drawn}
      data-index={index}
      className={classes.row}
      data-dragging={isDragging || undefined}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ transform: CSS.Translate.toString(transform), transition, ...(start !== null && { top: start }) }}
    >
      <ActionIcon variant="subtle" color="gray" size={36} {...attributes} {...listeners} aria-label={`Drag ${name}`}>
        <IconGripVertical size={18} aria-hidden />
      </ActionIcon>
      <Place input={place} name={name} index={index} count={count} onPut={onPut} />
      <span>{name}</span>
      <ActionIcon
        ref={up}
        variant="subtle"
        color="gray"
        size={36}
        disabled={index === 0}
        aria-label={`Move ${name} up`}
        onClick={() => onPut(index - 1, 'up')}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        ref={down}
        variant="subtle"
        color="gray"
        size={36}
        disabled={index === count - 1}
        aria-label={`Move ${name} down`}
        onClick={() => onPut(index + 1, 'down')}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}

type PlaceProps = {
  input: RefObject<HTMLInputElement>
  name: string
  index: number
  count: number
  onPut: Props['onPut']
}

/** The place as a number. Another one takes effect by Enter or when the field is left; Escape leaves it as it was. */
function Place({ input, name, index, count, onPut }: PlaceProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = (part: Part | null) => {
    const to = typed === null ? null : indexOf(typed, count)
    setTyped(null)
    if (to !== null) onPut(to, part)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit('place')
    if (event.key === 'Escape') setTyped(null)
  }
  return (
    <input
      ref={input}
      className={classes.place}
      inputMode="numeric"
      autoComplete="off"
      aria-label={`Place of ${name}`}
      value={typed ?? String(index + 1)}
      data-mantine-stop-propagation={typed !== null}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => commit(null)}
      onKeyDown={press}
    />
  )
}
