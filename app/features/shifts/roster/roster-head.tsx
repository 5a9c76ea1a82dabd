import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconChevronLeft, IconChevronRight, IconClock, IconMapPin, IconPrinter, IconRepeat } from '@tabler/icons-react'
import { PlannedPublication } from '#app/features/publishing/planned-publication.tsx'
import { PublishButton } from '#app/features/publishing/publish-button.tsx'
import { ReceiptButton } from '#app/features/publishing/receipt-button.tsx'
import { UnfitCount } from '#app/features/suitability/unfit-mark.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FilledBar } from '#app/ui/filled-bar.tsx'
import type { Icon } from '#app/ui/section-card.tsx'
import { eventName, isEventOff } from '#server/shift-facts/event.pure.ts'
import type { Neighbour } from '#server/shifts/roster-editor/contract.ts'
import classes from './roster.module.css'
import { RosterMenu } from './roster-menu.tsx'
import { answerOf, countShifts, isUnpublished } from './roster-rows.ts'
import type { Roster } from './use-roster.ts'
import { dayText, formatSpan, formatWall } from './wall.ts'

export function RosterHead({
  roster,
  timeFormat,
  dateFormat,
}: {
  roster: Roster
  timeFormat: string
  dateFormat: string
}) {
  const { eventFields: event, shifts } = roster
  const { id, decision } = roster.editor.event
  const isOff = isEventOff({ decision })
  const there = shifts.filter(({ state }) => state !== 'removed')
  const open = countShifts(shifts, 'open')
  const confirmed = there.filter((shift) => answerOf(shift) === 'confirmed').length
  /** Once all is published, and people are asked, the confirmed ones count. */
  const isAsked = there.every(({ published }) => published) && there.some((shift) => answerOf(shift) !== null)
  const hidden = shifts.filter(isUnpublished).length
  const stamp = shifts.map(({ stored }) => stored?.version).join()
  return (
    <header className={`row cluster ${classes.head}`}>
      <nav className={classes.neighbours} aria-label="Previous and next event">
        <Next to={roster.editor.before} word="Before" icon={IconChevronLeft} />
        <Next to={roster.editor.after} word="After" icon={IconChevronRight} />
      </nav>
      <div className={classes.title}>
        <h1>{eventName(event.name)}</h1>
        <p>
          <span>
            <IconClock size={14} aria-hidden />
            {formatWall(event.start, dateFormat)}, {formatSpan(event.start, event.end, timeFormat)}
          </span>
          {event.location !== null && (
            <span>
              <IconMapPin size={14} aria-hidden />
              {roster.nameOf('locations', event.location)}
            </span>
          )}
          {event.series !== null && (
            <Link to={`${paths.series}/${event.series}`}>
              <IconRepeat size={14} aria-hidden />
              {roster.nameOf('series', event.series) || 'Untitled Series'}
            </Link>
          )}
        </p>
      </div>
      {roster.editor.planned.map((planned) => (
        <PlannedPublication key={planned.id} planned={planned} />
      ))}
      {there.length > 0 && !isOff && (
        <div className={classes.fill}>
          <FilledBar filled={there.length - open} all={there.length} confirmed={isAsked ? confirmed : null} />
          <UnfitCount count={countShifts(shifts, 'unfit')} />
        </div>
      )}
      <div className={classes.actions}>
        {roster.count === 0 && hidden > 0 && !isOff && (
          <PublishButton events={[id]} event={id} about={roster.about} count={hidden} stamp={stamp} />
        )}
        {hidden === 0 && there.length > 0 && <ReceiptButton event={id} about={roster.about} />}
        <Button
          component={Link}
          to={paths.shiftList(id)}
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          className={classes.print}
        >
          Print
        </Button>
        <RosterMenu roster={roster} />
      </div>
    </header>
  )
}

function Next({ to, word, icon: Glyph }: { to: Neighbour | null; word: string; icon: Icon }) {
  const formats = useDateFormats()
  if (!to)
    return (
      <span aria-hidden data-none>
        <Glyph size={18} />
      </span>
    )
  const name = eventName(to.name)
  return (
    <Link to={paths.eventShifts(to.id)} aria-label={`${word}: ${dayText(to.start, formats)} ${name}`} title={name}>
      <Glyph size={18} aria-hidden />
      <span>
        <b>{dayText(to.start, formats)}</b> <small>{name}</small>
      </span>
    </Link>
  )
}
