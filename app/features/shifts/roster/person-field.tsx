import { Button, Input } from '@mantine/core'
import { IconReplace, IconUserPlus, IconUserX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Suggestion } from '#server/shifts/suggestions/contract.ts'
import { PersonPicker } from './person-picker.tsx'
import classes from './picker.module.css'
import { Reasons } from './reasons.tsx'
import type { EditorShift } from './roster-rows.ts'
import { busyOnRoster, withStagedShifts } from './staged-suggestions.ts'
import type { Roster } from './use-roster.ts'
import { useSuggestions } from './use-suggestions.ts'

type Props = {
  roster: Roster
  shift: EditorShift
  error: string | undefined
  was: string | undefined
  onChoose: (one: Suggestion) => void
  onClear: () => void
  /** Opens the choice at the shift; without it, the choice opens here. */
  onPick: (() => void) | undefined
}

export function PersonField({ roster, shift, error, was, onChoose, onClear, onPick }: Props) {
  const { person } = shift.fields
  const [replacing, setReplacing] = useState(false)
  const found = useSuggestions(roster.editor.event.id, shift.stored?.id ?? null, shift.fields, person !== null)
  const current = found.suggestions.find((one) => one.person === person)
  const busy = busyOnRoster(shift, roster.shifts)
  const picks = !onPick && (person === null || replacing)
  return (
    <div className={classes.current}>
      {person !== null && <b>{roster.nameOf('people', person)}</b>}
      {person !== null && current && <Reasons one={withStagedShifts(current, busy)} />}
      {was && !error && <Input.Description>{was}</Input.Description>}
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <div className="cluster">
        {!picks && (
          <Button
            variant="light"
            leftSection={
              person === null ? <IconUserPlus size={16} aria-hidden /> : <IconReplace size={16} aria-hidden />
            }
            onClick={onPick ?? (() => setReplacing(true))}
          >
            {person === null ? 'Choose a person' : 'Replace'}
          </Button>
        )}
        {person !== null && (
          <Button variant="subtle" color="gray" leftSection={<IconUserX size={16} aria-hidden />} onClick={onClear}>
            Unassign
          </Button>
        )}
      </div>
      {picks && (
        <div style={{ width: '100%' }}>
          <PersonPicker
            roster={roster}
            shift={shift}
            onChoose={(one) => {
              setReplacing(false)
              onChoose(one)
            }}
          />
        </div>
      )}
    </div>
  )
}
