import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconClockPause } from '@tabler/icons-react'
import type { SheetShift } from '#server/timesheets/contract.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { peopleText } from './hours-text.ts'
import classes from './timesheets.module.css'
import { useEndAsPlanned } from './use-end-as-planned.ts'

type Group = { event: number; name: string; start: string; shifts: SheetShift[] }

/** Groups shifts by event and day, in their order. */
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

/** Lists the shifts that nobody signed out of, by event, each with one button that ends them as planned. */
export function ToCheck({ shifts }: { shifts: readonly SheetShift[] }) {
  const when = useDateFormats()
  const { busy, problem, end } = useEndAsPlanned()
  if (!shifts.length) return null
  const groups = groupsOf(shifts, (instant) => when.parts(instant).iso)
  return (
    <section className={classes.check} aria-labelledby="to-check">
      <h2 id="to-check">
        To check, <span className="num">{groups.length}</span>
      </h2>
      {problem && <p role="alert">{problem}</p>}
      <ul>
        {groups.map((group) => {
          const ids = group.shifts.map(({ id }) => id)
          const { iso } = when.parts(group.start)
          return (
            <li key={`${group.event} ${iso}`}>
              <IconClockPause size={22} stroke={1.8} aria-hidden />
              <div>
                <b>{peopleText(group.shifts.length)} forgot to sign out</b>
                <p>
                  {when.date(group.start)}, {group.name}: {namesOf(group.shifts)}
                </p>
              </div>
              <div className={classes.answers}>
                <Button component={Link} to={paths.timesheetDay(iso)} variant="subtle" h={44}>
                  Open the day
                </Button>
                <Button
                  variant="light"
                  h={44}
                  loading={busy.includes(ids[0] ?? 0)}
                  disabled={busy.length > 0}
                  onClick={() => end(ids)}
                >
                  {ids.length === 1
                    ? `End as planned, ${when.time(group.shifts[0]?.end ?? '')}`
                    : `End all ${ids.length} as planned`}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
