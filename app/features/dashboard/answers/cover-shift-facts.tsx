import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { roleText } from '#app/features/answers/answer-words.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import type { OwnAsk } from '#server/cover/own.ts'
import classes from './answers.module.css'

type Shift = Pick<SerializeFrom<OwnAsk>, 'event' | 'event_name' | 'start' | 'end' | 'assignment' | 'role' | 'location'>

export const coverShiftName = (shift: Shift): string => roleText(shift) || shift.event_name

export function CoverShiftFacts({ shift }: { shift: Shift }) {
  const when = useDateFormats()
  return (
    <>
      <DateTile parts={when.parts(shift.start)} />
      <div className={classes.what}>
        <p className={`num ${classes.time}`}>{when.range(shift.start, shift.end)}</p>
        <p>
          <Link to={paths.event(shift.event)} className={classes.other}>
            {shift.event_name}
          </Link>
        </p>
        <p className={classes.facts}>{[roleText(shift), shift.location].filter(Boolean).join(' · ')}</p>
      </div>
    </>
  )
}
