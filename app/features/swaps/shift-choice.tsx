import { useId } from 'react'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import type { SwapShift } from '#server/swaps/contract.ts'
import { shiftText } from './circle-words.ts'
import classes from './swaps.module.css'

type Props = {
  shift: SwapShift
  type: 'radio' | 'checkbox'
  checked: boolean
  onChange: () => void
}

export function ShiftChoice({ shift, type, checked, onChange }: Props) {
  const when = useDateFormats()
  const id = useId()
  return (
    <label className={`row ${classes.choice}`} htmlFor={id}>
      {type === 'radio' ? (
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
