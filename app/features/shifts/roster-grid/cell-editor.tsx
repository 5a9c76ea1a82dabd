import { useDebouncedValue } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { recipientsSentence } from '#app/collections/notification-text.ts'
import { AssignAnyway } from '#app/features/suitability/assign-anyway.tsx'
import { UnfitMark } from '#app/features/suitability/unfit-mark.tsx'
import { useNotificationPreview } from '#app/shell/use-notification-preview.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { GridEvent, GridRow, GridShift } from '#server/shifts/grid/contract.ts'
import type { Suggestion } from '#server/shifts/suggestions/contract.ts'
import { Reasons } from '../roster/reasons.tsx'
import { useSuggestions } from '../roster/use-suggestions.ts'
import classes from './cell-editor.module.css'
import type { GridActions } from './use-grid.ts'

type Props = {
  event: GridEvent
  gridRow: GridRow
  shifts: readonly GridShift[]
  typed: string
  actions: GridActions
  onClose: () => void
}

const SHOWN = 7

export function CellEditor({ event, gridRow, shifts, typed, actions, onClose }: Props) {
  const when = useDateFormats()
  const [text, setText] = useState(typed)
  const [active, setActive] = useState(0)
  const [doubted, setDoubted] = useState<Suggestion | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const shift = shifts.find(({ person }) => person === null) ?? shifts[0]
  const wall = (instant: string) => when.format(instant, 'YYYY-MM-DD[T]HH:mm')
  const [asked] = useDebouncedValue(text.trim(), 300)
  const { suggestions, loading, more } = useSuggestions(
    event.id,
    shift?.id ?? null,
    {
      person: null,
      assignment: gridRow.assignment,
      role: gridRow.role,
      location: null,
      notes: '',
      start: wall(shift?.start ?? event.start),
      end: wall(shift?.end ?? event.end),
    },
    true,
    asked,
  )
  const search = foldText(text.trim())
  const found = suggestions.filter(({ name }) => foldText(name).includes(search))
  const offered = found.slice(0, SHOWN)
  const pointed = offered[active]
  const notifies = useNotificationPreview<{ notifies: NotificationPreview }>(
    '/api/roster/people',
    shift && pointed ? { steps: [{ shift: shift.id, person: pointed.person, was: shift.person }] } : null,
  )?.notifies

  // Focuses before the next key arrives, which belongs into it.
  useLayoutEffect(() => input.current?.focus(), [])
  useEffect(() => {
    const away = (pressed: PointerEvent) => {
      if (!box.current?.contains(pressed.target as Node)) onClose()
    }
    document.addEventListener('pointerdown', away)
    return () => document.removeEventListener('pointerdown', away)
  }, [onClose])

  const choose = (index: number) => {
    const one = offered[index]
    if (one?.fits) assign(one)
    else setDoubted(one ?? null)
  }
  const assign = (one: Suggestion) => {
    if (!shift) return
    void actions.assign(shift, one.person, one.name)
    onClose()
  }
  const onKeyDown = (pressed: KeyboardEvent) => {
    pressed.stopPropagation()
    if (pressed.key === 'Escape') onClose()
    else if (pressed.key === 'ArrowDown') setActive((before) => Math.min(before + 1, offered.length - 1))
    else if (pressed.key === 'ArrowUp') setActive((before) => Math.max(before - 1, 0))
    else if (pressed.key === 'Enter' && pressed.target instanceof HTMLInputElement && !pressed.repeat) choose(active)
    else return
    pressed.preventDefault()
  }
  return (
    <div
      ref={box}
      className={classes.editor}
      onKeyDown={onKeyDown}
      role="dialog"
      aria-label={`${gridRow.assignment_name || gridRow.role_name}, ${event.name}`}
    >
      {shifts.some(({ person }) => person !== null) && (
        <ul className={classes.on}>
          {shifts.map(
            (one) =>
              one.person !== null && (
                <li key={one.id}>
                  <span>
                    {one.name}
                    {one.clash !== null && <small>Also on {eventName(one.clash)} then</small>}
                    <UnfitMark unfit={one.unfit} />
                  </span>
                  <button
                    type="button"
                    aria-label={`Take ${one.name} off`}
                    onClick={() => {
                      void actions.assign(one, null, '')
                      onClose()
                    }}
                  >
                    <IconX size={15} aria-hidden />
                  </button>
                </li>
              ),
          )}
        </ul>
      )}
      <input
        ref={input}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={offered.length ? `${listId}-${active}` : undefined}
        aria-label={shift?.person === null ? 'Assign' : `Instead of ${shift?.name}`}
        placeholder={shift?.person === null ? 'Type a name' : `Instead of ${shift?.name}`}
        autoComplete="off"
        value={text}
        onChange={(change) => {
          setText(change.currentTarget.value)
          setActive(0)
          setDoubted(null)
        }}
      />
      <div id={listId} role="listbox" aria-label="People" className={classes.options}>
        {offered.map((one, i) => (
          <button
            key={one.person}
            id={`${listId}-${i}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={i === active}
            onClick={() => choose(i)}
          >
            <b>{one.name}</b>
            <Reasons one={one} />
          </button>
        ))}
      </div>
      {doubted && (
        <AssignAnyway
          key={doubted.person}
          doubts={[{ name: doubted.name, against: doubted.against.map(({ words }) => words) }]}
          onAssign={() => assign(doubted)}
          onBack={() => {
            setDoubted(null)
            input.current?.focus()
          }}
        />
      )}
      {shift && (
        <p className={`muted ${classes.notifies}`}>
          {shift.published ? 'Published' : 'Not published'}
          {notifies &&
            `: ${notifies.people || shift.published ? recipientsSentence(notifies) : 'no one is notified yet.'}`}
        </p>
      )}
      {offered.length === 0 && <p>{loading ? 'Looking for people…' : 'No results'}</p>}
      {more + found.length > SHOWN && <p>Type a name to find {more + found.length - SHOWN} more.</p>}
    </div>
  )
}
