import { useState } from 'react'
import { OptionSelect } from '#app/collections/option-select.tsx'
import { useDateFormats } from '#app/shell/use-root.ts'
import classes from './deliveries.module.css'
import { Explanation } from './explanation.tsx'

export type ExplainedShift = { id: number; assignment_name: string | null; start: string }

export function PersonExplanation({ event, shifts }: { event: number; shifts: readonly ExplainedShift[] }) {
  const when = useDateFormats()
  const shiftName = (id: number) => {
    const shift = shifts.find((one) => one.id === id)
    return shift ? [shift.assignment_name, when.shortTime(shift.start)].filter(Boolean).join(', ') : ''
  }
  const [person, setPerson] = useState<{ id: number; name: string } | null>(null)
  return (
    <div className={`stack ${classes.explained} ${classes.padded}`}>
      <OptionSelect
        collection="people"
        label="Person"
        placeholder="Choose a person"
        value={person?.id ?? null}
        chosen={person?.name ?? ''}
        onChange={(id, name) => setPerson(id === null ? null : { id, name })}
        creates={false}
        all
      />
      <Explanation query={person && `person=${person.id}&event=${event}`} shiftName={shiftName} />
    </div>
  )
}
