import type { SerializeFrom } from '@remix-run/node'
import { IconHeartHandshake } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats, useSite } from '#app/shell/use-root.ts'
import { CardAction } from '#app/ui/card-link.tsx'
import { DateTile } from '#app/ui/date-tile.tsx'
import { FilledBar } from '#app/ui/filled-bar.tsx'
import { OutsideMark } from '#app/ui/outside-mark.tsx'
import { Row, Rows } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { ShownOpenShift } from '#server/open-shifts/contract.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import classes from './needed-shifts.module.css'
import { HELP_NEEDED, shiftName, threatText } from './shift-words.ts'

type Props = { needed: SerializeFrom<ShownOpenShift[]>; admin: boolean }

export function NeededShifts({ needed, admin }: Props) {
  const { self_assign } = useSite()
  const when = useDateFormats()
  if (!needed.length) return null
  return (
    <SectionCard
      title={HELP_NEEDED}
      icon={IconHeartHandshake}
      count={admin ? needed.length : undefined}
      action={<CardAction to={paths.openShifts}>All open shifts</CardAction>}
      folds={admin}
    >
      <Rows dense>
        {[...needed]
          .sort((a, b) => a.start.localeCompare(b.start))
          .map((shift) => (
            <Row
              key={shift.id}
              to={paths.event(shift.event)}
              lead={<DateTile parts={when.parts(shift.start)} />}
              title={shiftName(shift)}
              meta={
                <>
                  <span className={`num ${classes.strong}`}>{when.range(shift.start, shift.end)}</span>
                  {' · '}
                  {eventName(shift.event_name)}
                  {shift.outside && (
                    <>
                      <br />
                      <OutsideMark />
                    </>
                  )}
                  <Need shift={shift} />
                </>
              }
              end={!admin && <b className={classes.verb}>{self_assign ? 'Take it' : 'Ask for it'}</b>}
            />
          ))}
      </Rows>
    </SectionCard>
  )
}

/** Why help is needed; members see no counts of empty places. */
function Need({ shift }: { shift: Props['needed'][number] }) {
  const when = useDateFormats()
  const threat = threatText(shift, when)
  if (!threat && shift.event_filled === null) return null
  return (
    <>
      <br />
      {threat ?? <FilledBar filled={shift.event_filled ?? 0} all={shift.event_shifts ?? 0} />}
    </>
  )
}
