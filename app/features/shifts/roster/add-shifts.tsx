import { Button, NumberInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { OptionSelect } from '#app/collections/option-select.tsx'
import classes from './roster.module.css'
import type { Roster } from './use-roster.ts'
import { usualEnd } from './wall.ts'

const MAX_ADDED = 50

/** Adds several equal shifts in one step, from the event's start and with the usual length: "Add 3 × Safety boat". */
export function AddShifts({ roster }: { roster: Roster }) {
  const [count, setCount] = useState(1)
  const [assignment, setAssignment] = useState<number | null>(null)
  const [role, setRole] = useState<number | null>(null)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const { start } = roster.eventFields
    const end = usualEnd(start, roster.eventFields.end, roster.usualMinutes)
    const fields = { person: null, assignment, role, location: null, start, end, notes: '' }
    roster.step({ do: 'add', records: Array.from({ length: count }, () => fields) })
    setCount(1)
  }
  return (
    <form className={`cluster ${classes.add}`} onSubmit={add} aria-label="Add shifts">
      <NumberInput
        label="Shifts"
        value={count}
        onChange={(value) => setCount(Math.min(MAX_ADDED, Math.max(1, Math.floor(Number(value)) || 1)))}
        min={1}
        max={MAX_ADDED}
        allowDecimal={false}
        allowNegative={false}
        w={76}
        hideControls
        inputMode="numeric"
      />
      <IconX size={14} aria-hidden className={classes.times} />
      <OptionSelect
        collection="assignments"
        label="Assignment"
        placeholder="Any"
        value={assignment}
        chosen={roster.nameOf('assignments', assignment)}
        onChange={(id, name) => {
          roster.remember('assignments', id, name)
          setAssignment(id)
        }}
      />
      {roster.editor.has_roles && (
        <OptionSelect
          collection="roles"
          label="Role"
          placeholder="Any"
          value={role}
          chosen={roster.nameOf('roles', role)}
          onChange={(id, name) => {
            roster.remember('roles', id, name)
            setRole(id)
          }}
        />
      )}
      <Button type="submit" variant="light" leftSection={<IconPlus size={16} aria-hidden />}>
        {count === 1 ? 'Add shift' : `Add ${count} shifts`}
      </Button>
    </form>
  )
}
