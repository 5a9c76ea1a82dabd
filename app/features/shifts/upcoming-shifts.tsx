import { Text } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconCalendarCheck, IconMapPin, IconShieldCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { CantCome } from '#app/features/answers/cant-come-late.tsx'
import { OwnMark } from '#app/features/answers/own-mark.tsx'
import { AddToCalendar } from '#app/features/events/event/add-to-calendar.tsx'
import { OwnUnfit } from '#app/features/suitability/own-unfit.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { OutsideMark } from '#app/ui/outside-mark.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import { Row, Rows } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { mapLink } from '#server/shift-facts/map-link.pure.ts'
import type { OwnShift } from '#server/shifts/upcoming.ts'
import pieces from '../../ui/pieces.module.css'
import classes from './upcoming-shifts.module.css'

type Shift = SerializeFrom<OwnShift>

/** Later shifts that are shown at once. */
const SHOWN = 4

/** Label of a running shift, also one that began yesterday. */
const TODAY = 'today'

const shiftLabel = (shift: Shift) => [shift.assignment, shift.role].filter(Boolean).join(' · ')

export function UpcomingShifts({ shifts, folds }: { shifts: Shift[]; folds: boolean }) {
  const at = shifts.findIndex((shift) => !shift.called_off)
  const [before, next, after] = [shifts.slice(0, Math.max(0, at)), shifts[at], shifts.slice(at + 1)]
  return (
    <SectionCard
      title="Upcoming Shifts"
      icon={IconCalendarCheck}
      accent="upcoming"
      count={shifts.length - shifts.filter((shift) => shift.called_off).length || undefined}
      folds={folds}
    >
      {before.map((shift) => (
        <LaterShift key={shift.id} shift={shift} />
      ))}
      {next ? <NextShift shift={next} /> : <p className={classes.none}>No shifts yet.</p>}
      {after.length > 0 && (
        <Rows>
          <div />
          {after.slice(0, SHOWN).map((shift) => (
            <LaterShift key={shift.id} shift={shift} />
          ))}
        </Rows>
      )}
      {after.length > SHOWN && (
        <details className={pieces.more}>
          <summary>{after.length - SHOWN === 1 ? 'One more shift' : `${after.length - SHOWN} more shifts`}</summary>
          <Rows>
            {after.slice(SHOWN).map((shift) => (
              <LaterShift key={shift.id} shift={shift} />
            ))}
          </Rows>
        </details>
      )}
    </SectionCard>
  )
}

function NextShift({ shift }: { shift: Shift }) {
  const when = useDateFormats()
  const label = shiftLabel(shift)
  return (
    <div className={classes.next}>
      <DateTile size="lg" parts={when.parts(shift.start)} tone="green" />
      <div className="wrap">
        <Text fz="sm" fw={600} c="dimmed">
          {shift.began ? `Now, ${TODAY}` : `Next, ${when.until(shift.start)}`}
        </Text>
        <div className={classes.time}>{when.range(shift.start, shift.end)}</div>
        <Link to={paths.event(shift.event)} className={classes.nextName}>
          {eventName(shift.event_name)}
        </Link>
        <div>
          <OwnMark answer={shift.answer} nudged={shift.nudged} mayAnswer={shift.may_answer} />
        </div>
        {shift.outside && <OutsideMark />}
        <OwnUnfit unfit={shift.unfit} linked />
      </div>
      <div className={`stack ${classes.lines}`}>
        {label && (
          <span className={classes.line}>
            <IconShieldCheck size={17} aria-hidden />
            <span>{label}</span>
          </span>
        )}
        {shift.location && (
          <span className={classes.line}>
            <IconMapPin size={17} aria-hidden />
            <span>
              {[shift.location, shift.address].filter(Boolean).join(', ')}
              {shift.address && (
                <>
                  {' '}
                  <a
                    className={classes.map}
                    href={mapLink(shift.address)}
                    target="_blank"
                    rel="noopener noreferrer"
                    aria-label={`Map of ${shift.location}`}
                  >
                    Map
                  </a>
                </>
              )}
            </span>
          </span>
        )}
        {shift.crew.length > 0 && (
          <span className={classes.line} data-crew>
            <span className={classes.faces}>
              {shift.crew.slice(0, 4).map((name) => (
                <Avatar key={name} name={name} size={24} />
              ))}
            </span>
            <span>with {wordList(shift.crew.map((name) => name.split(' ')[0]!))}</span>
          </span>
        )}
      </div>
      <div className={`cluster ${classes.ways}`}>
        {shift.answer === 'confirmed' && shift.may_answer && <DeclineButton shift={shift} />}
        <AddToCalendar
          file={paths.eventFile(shift.event)}
          event={{
            title: eventName(shift.event_name),
            start: shift.start,
            end: shift.end,
            location: [shift.location, shift.address].filter(Boolean).join(', '),
            details: shiftLabel(shift),
          }}
        />
      </div>
    </div>
  )
}

const namesOf = ({ location, assignment, role }: Shift) => ({ location, assignment, role })

function DeclineButton({ shift }: { shift: Shift }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PlainButton
        variant="default"
        h={44}
        leftSection={<IconX size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        I can’t come
      </PlainButton>
      {isOpen && (
        <CantCome
          shift={{ ...shift, name: shiftLabel(shift), names: namesOf(shift) }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

function LaterShift({ shift }: { shift: Shift }) {
  const when = useDateFormats()
  const details = [shiftLabel(shift), shift.location].filter(Boolean).join(' · ')
  return (
    <Row
      to={paths.event(shift.event)}
      lead={<DateTile parts={when.parts(shift.start)} />}
      title={eventName(shift.event_name)}
      meta={
        <>
          <span className={`num ${classes.strong}`}>{when.time(shift.start)}</span> ·{' '}
          {shift.began ? TODAY : when.until(shift.start)}
          {!shift.called_off && shift.answer && (
            <>
              {' '}
              <OwnMark answer={shift.answer} nudged={shift.nudged} mayAnswer={shift.may_answer} />
            </>
          )}
          {details && (
            <>
              <br />
              {details}
            </>
          )}
          {!shift.called_off && shift.outside && (
            <>
              <br />
              <OutsideMark />
            </>
          )}
          {shift.unfit && (
            <>
              <br />
              <OwnUnfit unfit={shift.unfit} />
            </>
          )}
          {shift.called_off && (
            <>
              <br />
              <StateBadge state="cancelled" quiet>
                Called off
              </StateBadge>
            </>
          )}
        </>
      }
    />
  )
}
