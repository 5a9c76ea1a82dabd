import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconArrowRight, IconHeartHandshake } from '@tabler/icons-react'
import type { OpenShift } from '#server/open-shifts/contract.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { DateTile } from '../../ui/date-tile.tsx'
import { OutsideMark } from '../../ui/outside-mark.tsx'
import { Row } from '../../ui/row.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { shiftName, threatText } from '../open-shifts/shift-words.ts'
import classes from './dashboard.module.css'

type Props = { needed: SerializeFrom<OpenShift[]> }

/** Shows the open shifts that are needed most, of those that the reader could do; renders nothing without any. */
export function NeededShifts({ needed }: Props) {
  const when = useDateFormats()
  if (!needed.length) return null
  return (
    <SectionCard title="Needed most" icon={IconHeartHandshake}>
      {needed.map((shift) => (
        <Row
          key={shift.id}
          to={paths.event(shift.event)}
          lead={<DateTile parts={when.parts(shift.start)} />}
          title={shiftName(shift)}
          meta={
            <>
              <span className={`num ${classes.strong}`}>{when.range(shift.start, shift.end)}</span>
              {' · '}
              {shift.event_name || 'Untitled Event'}
              <br />
              {shift.outside && (
                <>
                  <OutsideMark />
                  <br />
                </>
              )}
              {threatText(shift, when) ??
                (shift.event_filled === 0 ? 'Nobody yet' : `${shift.event_filled} of ${shift.event_shifts} filled`)}
            </>
          }
        />
      ))}
      <Link to={paths.openShifts} className={classes.more} prefetch="intent">
        All open shifts <IconArrowRight size={16} aria-hidden />
      </Link>
    </SectionCard>
  )
}
