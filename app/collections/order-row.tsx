import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import classes from './order.module.css'
import { parsePosition } from './row-order.ts'

export type FocusTarget = 'position' | 'up' | 'down'

type Props = {
  id: number
  name: string
  index: number
  count: number
  start: number | null
  measure: ((row: HTMLLIElement | null) => void) | undefined
  focused: FocusTarget | null
  onFocused: () => void
  /** `focus` is null when the focus has moved elsewhere. */
  onMove: (index: number, focus: FocusTarget | null) => void
}

export function OrderRow({ id, name, index, count, start, measure, focused, onFocused, onMove }: Props) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id })
  const position = useRef<HTMLInputElement>(null)
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const setRow = useCallback(
    (row: HTMLLIElement | null) => {
      setNodeRef(row)
      measure?.(row)
    },
    [setNodeRef, measure],
  )
  useEffect(() => {
    if (!focused) return
    const control = { position, up, down }[focused].current
    // A disabled arrow cannot take the focus.
    const target = control?.disabled ? position.current : control
    target?.focus()
    onFocused()
  }, [focused, onFocused])
  return (
    <li
      ref={setRow}
      data-index={index}
      className={`row ${classes.row}`}
      data-dragging={isDragging || undefined}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ transform: CSS.Translate.toString(transform), transition, ...(start !== null && { top: start }) }}
    >
      <ActionIcon variant="subtle" color="gray" size={36} {...attributes} {...listeners} aria-label={`Drag ${name}`}>
        <IconGripVertical size={18} aria-hidden />
      </ActionIcon>
      <PositionInput input={position} name={name} index={index} count={count} onMove={onMove} />
      <span>{name}</span>
      <ActionIcon
        ref={up}
        variant="subtle"
        color="gray"
        size={36}
        disabled={index === 0}
        aria-label={`Move ${name} up`}
        onClick={() => onMove(index - 1, 'up')}
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
        onClick={() => onMove(index + 1, 'down')}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}

type PositionProps = {
  input: RefObject<HTMLInputElement>
  name: string
  index: number
  count: number
  onMove: Props['onMove']
}

/** A new position takes effect on Enter or blur; Escape restores the old one. */
function PositionInput({ input, name, index, count, onMove }: PositionProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = (focus: FocusTarget | null) => {
    const to = typed === null ? null : parsePosition(typed, count)
    setTyped(null)
    if (to !== null) onMove(to, focus)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit('position')
    if (event.key === 'Escape') setTyped(null)
  }
  return (
    <input
      ref={input}
      className={classes.position}
      inputMode="numeric"
      autoComplete="off"
      aria-label={`Position of ${name}`}
      value={typed ?? String(index + 1)}
      data-mantine-stop-propagation={typed !== null}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => commit(null)}
      onKeyDown={onKeyDown}
    />
  )
}
