import { Button, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import type { SwapShift } from '#server/swaps/contract.ts'
import { shiftText } from './circle-words.ts'
import { nearestFirst } from './nearest-first.ts'
import classes from './swaps.module.css'

type ChoiceProps = {
  shift: SwapShift
  single: boolean
  checked: boolean
  onChange: () => void
}

function ShiftChoice({ shift, single, checked, onChange }: ChoiceProps) {
  const when = useDateFormats()
  const id = useId()
  return (
    <label className={`row ${classes.choice}`} htmlFor={id}>
      {single ? (
        <input id={id} type="radio" name="shift" checked={checked} onChange={onChange} />
      ) : (
        <input id={id} type="checkbox" name="shift" checked={checked} onChange={onChange} />
      )}
      <DateTile parts={when.parts(shift.start)} />
      <span className="wrap">
        <span className={`num ${classes.time}`}>{when.range(shift.start, shift.end)}</span>
        <br />
        {shiftText(shift)} · {shift.person_name}
      </span>
    </label>
  )
}

const FIRST_SHOWN = 10

type Props = {
  shifts: readonly SwapShift[]
  /** The shift to give. */
  given: SwapShift
  single: boolean
  isChecked: (id: number) => boolean
  onChange: (id: number) => void
}

/** The likeliest shifts first, ten at a time, with a search by name. */
export function ShiftChoices({ shifts, given, single, isChecked, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState(FIRST_SHOWN)
  const wanted = foldText(typed.trim())
  const found = nearestFirst(shifts, given).filter(({ person_name }) => foldText(person_name ?? '').includes(wanted))
  return (
    <>
      {shifts.length > FIRST_SHOWN && (
        <TextInput
          label="Find someone"
          type="search"
          value={typed}
          maxLength={100}
          mb={8}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {found.slice(0, limit).map((shift) => (
        <ShiftChoice
          key={shift.id}
          shift={shift}
          single={single}
          checked={isChecked(shift.id)}
          onChange={() => onChange(shift.id)}
        />
      ))}
      {shifts.length > 0 && found.length === 0 && (
        <p className={classes.note}>No one with that name has a shift that fits.</p>
      )}
      {found.length > limit && (
        <Button variant="subtle" h={44} px={10} onClick={() => setLimit(limit + FIRST_SHOWN)}>
          Show more ({found.length - limit})
        </Button>
      )}
    </>
  )
}
