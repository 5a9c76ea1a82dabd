import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconClockExclamation, IconClockPause } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { hoursText } from '#app/ui/duration-text.ts'
import type { SheetShift } from '#server/timesheets/contract.ts'
import { peopleText } from './hours-text.ts'
import classes from './timesheets.module.css'
import { useAnswers } from './use-answers.ts'

type Group = { event: number; name: string; start: string; shifts: SheetShift[] }

function groupsOf(shifts: readonly SheetShift[], dayOf: (instant: string) => string): Group[] {
  const groups = new Map<string, Group>()
  for (const shift of shifts) {
    const key = `${shift.event} ${dayOf(shift.start)}`
    const group = groups.get(key) ?? { event: shift.event, name: shift.event_name, start: shift.start, shifts: [] }
    group.shifts.push(shift)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const MAX_NAMES = 5
const namesOf = (shifts: readonly SheetShift[]) => {
  const more = shifts.length - MAX_NAMES
  return `${shifts
    .slice(0, MAX_NAMES)
    .map(({ name }) => name)
    .join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

type Props = { forgotten: readonly SheetShift[]; farLonger: readonly SheetShift[] }

export function ToCheck({ forgotten, farLonger }: Props) {
  const when = useDateFormats()
  const answers = useAnswers()
  const groups = groupsOf(forgotten, (instant) => when.parts(instant).iso)
  const count = groups.length + farLonger.length
  if (!count) return null
  return (
    <section className={classes.check} aria-labelledby="to-check">
      <h2 id="to-check">
        To check <span className="num">{count}</span>
      </h2>
      {answers.problem && <p role="alert">{answers.problem}</p>}
      <ul>
        {groups.map((group) => (
          <Forgotten key={`${group.event} ${group.start}`} group={group} answers={answers} />
        ))}
        {farLonger.map((shift) => (
          <FarLonger key={shift.id} shift={shift} answers={answers} />
        ))}
      </ul>
    </section>
  )
}

type Answers = ReturnType<typeof useAnswers>

function Forgotten({ group: { name, start, shifts }, answers: { busy, end } }: { group: Group; answers: Answers }) {
  const when = useDateFormats()
  return (
    <li>
      <IconClockPause size={22} stroke={1.8} aria-hidden />
      <div>
        <b>{peopleText(shifts.length)} forgot to sign out</b>
        <p>
          {when.date(start)}, {name}: {namesOf(shifts)}
        </p>
      </div>
      <div className={`cluster ${classes.answers}`}>
        <Button component={Link} to={paths.timesheetDay(when.parts(start).iso)} variant="subtle" h={44}>
          Open the day
        </Button>
        <Button
          variant="light"
          h={44}
          loading={busy.includes(shifts[0]?.id ?? 0)}
          disabled={busy.length > 0}
          onClick={() => end(shifts)}
        >
          {shifts.length === 1
            ? `End as planned, ${when.end(shifts[0]?.end ?? start, start)}`
            : `End all ${shifts.length} as planned`}
        </Button>
      </div>
    </li>
  )
}

function FarLonger({ shift, answers: { busy, end, keep } }: { shift: SheetShift; answers: Answers }) {
  const when = useDateFormats()
  const { id, name, event_name, start, actual_start, actual_end } = shift
  const hours = hoursText(shift.hours ?? 0)
  const isWaiting = busy.length > 0
  return (
    <li>
      <IconClockExclamation size={22} stroke={1.8} aria-hidden />
      <div>
        <b>
          {name}, <span className="num">{hours}</span>
        </b>
        <p className="num">
          {when.date(start)}, {event_name}: planned {when.range(start, shift.end)}, recorded{' '}
          {when.range(actual_start ?? start, actual_end ?? shift.end)}
        </p>
      </div>
      <div className={`cluster ${classes.answers}`}>
        <Button
          variant="subtle"
          h={44}
          disabled={isWaiting}
          onClick={() => keep(shift)}
          aria-label={`Keep ${hours} of ${name}`}
        >
          Keep {hours}
        </Button>
        {(actual_start ?? start) < shift.end ? (
          <Button
            variant="light"
            h={44}
            loading={busy.includes(id)}
            disabled={isWaiting}
            onClick={() => end([shift])}
            aria-label={`End as planned, ${when.time(shift.end)}, for ${name}`}
          >
            End as planned, {when.time(shift.end)}
          </Button>
        ) : (
          <Button component={Link} to={`${paths.timesheetRecords}?open=${id}`} variant="light" h={44}>
            Correct the times
          </Button>
        )}
      </div>
    </li>
  )
}
