import { Popover } from '@mantine/core'
import type { SyntheticEvent } from 'react'
import type { Suggestion } from '#server/shifts/suggestions/contract.ts'
import { PersonPicker } from './person-picker.tsx'
import classes from './picker.module.css'
import type { EditorShift } from './roster-rows.ts'
import type { Roster } from './use-roster.ts'
import { formatSpanAt } from './wall.ts'

type Props = {
  roster: Roster
  shift: EditorShift
  name: string
  onChoose: (one: Suggestion) => void
  onClose: () => void
}

/** Keeps a press inside the picker from picking up the card below it. */
const stop = (event: SyntheticEvent) => event.stopPropagation()

export function CellPicker({ roster, shift, name, onChoose, onClose }: Props) {
  const { start, end } = shift.fields
  return (
    <Popover
      opened
      onDismiss={onClose}
      withRoles={false}
      withinPortal={false}
      position="bottom-start"
      width={400}
      shadow="md"
      offset={6}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={`Assign: ${name}`}
        p="xs"
        onMouseDown={stop}
        onTouchStart={stop}
        onKeyDown={stop}
      >
        <p className={`cluster ${classes.title}`}>
          <b>{name}</b>
          <span className={classes.when}>{formatSpanAt(start, end, roster.eventFields.start, roster.formats)}</span>
        </p>
        <PersonPicker roster={roster} shift={shift} onChoose={onChoose} onClose={onClose} autoFocus />
        <p className={classes.keys}>
          <kbd>↑</kbd> <kbd>↓</kbd> to choose, <kbd>↵</kbd> to assign and go to the next open shift, <kbd>Esc</kbd> to
          close
        </p>
      </Popover.Dropdown>
    </Popover>
  )
}
