import { ActionIcon, Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconCalendarOff, IconChevronLeft, IconChevronRight, IconClockPause, IconPrinter } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { hoursText } from '#app/ui/duration-text.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Icon } from '#app/ui/section-card.tsx'
import { addDays } from '#server/engine/kernel/days/rules.ts'
import type { DaySheet } from '#server/timesheets/contract.ts'
import { HoursFrame } from './hours-frame.tsx'
import { peopleText } from './hours-text.ts'
import { SheetTable } from './sheet-table.tsx'
import classes from './timesheets.module.css'
import { useAnswers } from './use-answers.ts'

const countPeople = (shifts: DaySheet['shifts']) => new Set(shifts.map(({ person }) => person)).size

export function DaySheetScreen({ date, shifts, hours }: DaySheet) {
  const when = useDateFormats()
  const { busy, problem, end } = useAnswers()
  const forgotten = shifts.filter(({ state }) => state === 'forgotten')
  const people = countPeople(shifts)
  const ended = countPeople(shifts.filter(({ state }) => state === 'ended'))
  const events = [...new Set(shifts.map(({ event_name }) => event_name))]
  return (
    <HoursFrame
      tab="day"
      title={when.day(date)}
      meta={shifts.length ? `${events.join(', ')}. ${peopleText(people)}, ${ended} signed out` : 'No shifts'}
      actions={
        <>
          <Step to={addDays(date, -1)} label="Day before" icon={IconChevronLeft} />
          <Step to={addDays(date, 1)} label="Day after" icon={IconChevronRight} />
          <Button
            variant="default"
            h={44}
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        </>
      }
    >
      {problem && <p role="alert">{problem}</p>}
      {forgotten.length > 0 && (
        <div className={classes.banner}>
          <IconClockPause size={24} stroke={1.8} aria-hidden />
          <div>
            <b>{peopleText(countPeople(forgotten))} forgot to sign out</b>
            <p>No one is notified. People see it in their own hours.</p>
          </div>
          <Button h={44} loading={busy.length > 0} onClick={() => end(forgotten)}>
            {forgotten.length === 1 ? 'End the shift as planned' : `End ${forgotten.length} shifts as planned`}
          </Button>
        </div>
      )}
      {shifts.length === 0 ? (
        <EmptyState icon={IconCalendarOff} title="No shifts on this day" />
      ) : (
        <>
          <SheetTable shifts={shifts} label="Shifts of the day" withEvent={events.length > 1} />
          <p className={classes.sum}>
            <span>{peopleText(people)}</span>
            <b className="num">{hoursText(hours)} in all</b>
          </p>
        </>
      )}
    </HoursFrame>
  )
}

const Step = ({ to, label, icon: Glyph }: { to: string; label: string; icon: Icon }) => (
  <ActionIcon component={Link} to={paths.timesheetDay(to)} variant="default" size={44} aria-label={label}>
    <Glyph size={18} aria-hidden />
  </ActionIcon>
)
