import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconClockHour4, IconDownload } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { hoursText } from '#app/ui/duration-text.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import type { Timesheet } from '#server/timesheets/contract.ts'
import { HoursFrame } from './hours-frame.tsx'
import { barPercent, peopleText, shareText } from './hours-text.ts'
import { PeriodBar } from './period-bar.tsx'
import classes from './timesheets.module.css'

/** Months side by side; more are only in the export. */
const MAX_MONTHS = 6

export function PeopleScreen({ start, end, months, people, total, today }: Timesheet & { today: string }) {
  const when = useDateFormats()
  const day = (date: string) => when.day(date)
  const from = Math.max(0, months.length - MAX_MONTHS)
  const shown = months.slice(from).map((month, at) => ({ at: from + at, label: when.day(`${month}-15`, 'MMM YYYY') }))
  const most = people[0]?.hours ?? 0
  return (
    <HoursFrame
      tab="people"
      meta={`${peopleText(total.people)}, ${day(start)} to ${day(end)}`}
      actions={
        people.length > 0 && (
          <Button
            component="a"
            href={`/api/timesheets/export.csv?start=${start}&end=${end}`}
            download
            variant="default"
            h={44}
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            Export {peopleText(total.people)}
          </Button>
        )
      }
    >
      <PeriodBar path={paths.timesheetPeople} start={start} end={end} today={today} />
      {people.length === 0 ? (
        <EmptyState icon={IconClockHour4} title="No hours in this period" text="Hours appear once a shift has ended." />
      ) : (
        <table className={classes.table}>
          <caption className="unseen">Hours by person</caption>
          <thead className="unseen-phone">
            <tr>
              <th scope="col">Person</th>
              {shown.map(({ at, label }) => (
                <th key={at} scope="col" data-month>
                  {label}
                </th>
              ))}
              <th scope="col" data-label="Shifts">
                Shifts
              </th>
              <th scope="col" data-label="Share">
                Share
              </th>
              <th scope="col">Hours</th>
            </tr>
          </thead>
          <tbody>
            {people.map((one) => (
              <tr key={one.person}>
                <th scope="row">
                  <span className={`row ${classes.who}`}>
                    <Avatar name={one.name} size={32} />
                    <Link to={paths.personShifts(one.person)}>{one.name}</Link>
                  </span>
                </th>
                {shown.map(({ at }) => (
                  <td key={at} className="num" data-month>
                    {one.by_month[at] ? hoursText(one.by_month[at] ?? 0) : '–'}
                  </td>
                ))}
                <td className="num" data-label="Shifts">
                  {one.shifts}
                </td>
                <td className="num" data-label="Share">
                  <i className={classes.bar} aria-hidden>
                    <i style={{ inlineSize: `${barPercent(one.hours, most)}%` }} />
                  </i>
                  {shareText(one.hours, total.hours)}
                </td>
                <td className="num">
                  <b>{hoursText(one.hours)}</b>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All {peopleText(total.people)}</th>
              {shown.map(({ at }) => (
                <td key={at} className="num" data-month>
                  {hoursText(total.by_month[at] ?? 0)}
                </td>
              ))}
              <td className="num" data-label="Shifts">
                {total.shifts}
              </td>
              <td data-label="Share" />
              <td className="num">{hoursText(total.hours)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </HoursFrame>
  )
}
