import { Button } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link, useSearchParams } from '@remix-run/react'
import { IconArrowLeft, IconEye, IconEyeOff, IconPrinter } from '@tabler/icons-react'
import { PublishButton } from '#app/features/publishing/publish-button.tsx'
import { paths } from '#app/shell/paths.ts'
import { SiteLogo } from '#app/shell/site-logo.tsx'
import { useDateFormats, useSite } from '#app/shell/use-root.ts'
import { OUTSIDE } from '#app/ui/outside-mark.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import { eventName, isEventOff } from '#server/shift-facts/event.pure.ts'
import type { EventPage } from '#server/shifts/roster.ts'
import type { ListedShift } from './listed-shift.ts'
import { AnswerCounts, PrintedAnswer, PrintedUnfit } from './printed-answers.tsx'
import classes from './shift-list.module.css'

type Props = {
  event: SerializeFrom<EventPage>
  now: string
  live: string
  qr: { size: number; path: string }
}

type RosterRow = {
  key: string
  assignment: string
  role: string
  start: string
  end: string
  outside: boolean
  shifts: ListedShift[]
}

/** Groups shifts by assignment and role, in the order of the roster; the times are those of the first shift. */
function rosterRows(shifts: ListedShift[]): RosterRow[] {
  const rows = new Map<string, RosterRow>()
  for (const shift of shifts) {
    const key = `${shift.assignment}-${shift.role}`
    const row = rows.get(key) ?? {
      key,
      assignment: shift.assignment_name ?? shift.role_name ?? 'No assignment',
      role: shift.assignment_name ? (shift.role_name ?? '') : '',
      start: shift.start,
      end: shift.end,
      outside: shift.outside,
      shifts: [],
    }
    rows.set(key, row)
    row.shifts.push(shift)
  }
  return [...rows.values()]
}

/**
 * Prints a roster: A4 landscape, with lines to write on for open shifts. Answers are for coordinators and can be
 * omitted for the notice board.
 */
export function ShiftListScreen({ event, now, live, qr }: Props) {
  const when = useDateFormats()
  const site = useSite()
  const isOff = isEventOff(event)
  const open = isOff ? 0 : event.shifts.filter(({ person }) => person === null).length
  const drafts = event.shifts.filter(({ draft }) => draft === null).length
  const name = eventName(event.name)
  const [search] = useSearchParams()
  const hasAnswers = !isOff && event.shifts.some(({ answer, unfit }) => answer !== null || unfit !== null)
  const withAnswers = hasAnswers && search.get('answers') !== 'hidden'
  return (
    <>
      <div className={classes.bar}>
        <Button
          component={Link}
          to={paths.eventShifts(event.id)}
          variant="subtle"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          Back to the roster
        </Button>
        {drafts > 0 && !isOff && (
          <span>
            {drafts === 1 ? '1 shift is' : `${drafts} shifts are`} not published and marked with a ring on the sheet.
          </span>
        )}
        {drafts > 0 && !isOff && (
          <PublishButton
            events={[event.id]}
            event={event.id}
            about={`${eventName(event.name)}, ${when.date(event.start)}`}
            count={drafts}
            stamp={String(drafts)}
            variant="default"
          />
        )}
        {hasAnswers && (
          <Button
            component={Link}
            to={withAnswers ? '?answers=hidden' : '?'}
            replace
            preventScrollReset
            variant="default"
            leftSection={withAnswers ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          >
            {withAnswers ? 'Leave out answers' : 'Show answers'}
          </Button>
        )}
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <article className={classes.sheet}>
        <header>
          <SiteLogo size={52} />
          <div>
            <h1>{name}</h1>
            {isOff && <StateBadge state="cancelled">Called off</StateBadge>}
            <p className="num">
              <b>{when.format(event.start, 'dddd D MMMM YYYY')}</b>, {when.range(event.start, event.end)}
              {event.location_name && `, ${event.location_name}`}
            </p>
          </div>
          {open > 0 && (
            <p className={classes.open}>
              <b>{open}</b> {open === 1 ? 'shift' : 'shifts'} still open: write your name on a free line
            </p>
          )}
        </header>
        {event.shifts.length === 0 ? (
          <p>No shifts yet.</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">Assignment</th>
                <th scope="col">Time</th>
                <th scope="col">Who</th>
              </tr>
            </thead>
            <tbody>
              {rosterRows(event.shifts).map((row) => (
                <tr key={row.key}>
                  <th scope="row">
                    {row.assignment} {row.role && <span>{row.role}</span>}
                  </th>
                  <td className="num">{when.within(row, event)}</td>
                  <td>
                    <ul>
                      {row.shifts.map((shift) => (
                        <li key={shift.id} data-open={shift.person === null || undefined}>
                          {isOff ? <s>{shift.person_name ?? 'Open'}</s> : (shift.person_name ?? 'Open')}
                          {shift.draft === null && !isOff && <i title="Not published"> ○</i>}
                          {(shift.start !== row.start || shift.end !== row.end) && (
                            <small className="num">{when.within(shift, event)}</small>
                          )}
                          {shift.outside && !isOff && <small>{OUTSIDE}</small>}
                          {withAnswers && <PrintedAnswer shift={shift} />}
                          {withAnswers && <PrintedUnfit shift={shift} />}
                        </li>
                      ))}
                    </ul>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {withAnswers && <AnswerCounts shifts={event.shifts} />}
        <footer>
          <div>
            {event.contact && <p className={classes.contact}>Contact: {event.contact}</p>}
            {!isOff && (
              <p>
                Cannot come? Tell {site.contact_name || site.name}
                {site.contact_email && `, ${site.contact_email}`}, as early as you can.
              </p>
            )}
          </div>
          <div className={classes.live}>
            <p className="num">Printed {when.dateTime(now)}.</p>
            <p>The live version is at {live}</p>
          </div>
          <svg viewBox={`-2 -2 ${qr.size + 4} ${qr.size + 4}`} role="img" aria-label={`QR code for ${live}`}>
            <rect x="-2" y="-2" width={qr.size + 4} height={qr.size + 4} fill="#fff" />
            <path d={qr.path} fill="#000" />
          </svg>
        </footer>
      </article>
    </>
  )
}
