import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconBell, IconChevronLeft, IconClockHour4, IconFlag, IconMapPin, IconUser } from '@tabler/icons-react'
import { beginMessage } from '#app/shell/begin-message.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { CallOff } from '#server/events/decide/contract.ts'
import type { DecisionCounts } from '#server/events/decide/queries.ts'
import type { OpenForReader } from '#server/open-shifts/own-obstacles.ts'
import type { MissingCompetency } from '#server/requests/sign-up/contract.ts'
import { eventName, isEventOff } from '#server/shift-facts/event.pure.ts'
import { mapLink } from '#server/shift-facts/map-link.pure.ts'
import { DecideBand } from '../decide/decide-band.tsx'
import { DidTheyGetItCard } from './did-they-get-it-card.tsx'
import classes from './event.module.css'
import { EventRoster } from './event-roster.tsx'
import { groupShifts } from './shift-groups.ts'
import { waysIn } from './ways-in.ts'
import { type PartProps, YourPart } from './your-part.tsx'

type Props = PartProps & {
  selfAssign: boolean
  missing: MissingCompetency[]
  open: Record<number, OpenForReader>
  /** Counts of all shifts, for admins; null for members. */
  counts: DecisionCounts | null
  /** How it was called off, for admins; null for members, or when not called off. */
  calledOff: CallOff
}

export function EventScreen({ selfAssign, missing, open, counts, calledOff, ...part }: Props) {
  const when = useDateFormats()
  const { event, person, request, admin, now } = part
  const location = [event.location_name, event.location_address].filter(Boolean).join(', ')
  const claimMode = selfAssign ? 'take' : request ? null : 'sign-up'
  const groups = groupShifts(event.shifts, {
    person,
    request: request?.state === 'waiting' ? request : null,
    missing: admin ? [] : missing,
    isHeld: (shift) => open[shift]?.held ?? false,
  })
  const ways = waysIn({
    ...{ event, groups, open, full: part.waiting, selfAssign, now },
    isOn: groups.some(({ mine }) => mine),
    hasRequest: request !== null,
  })
  return (
    <>
      <Link className={classes.crumb} to={paths.calendarMonth(part.day.slice(0, 7))}>
        <IconChevronLeft size={17} aria-hidden />
        Calendar
      </Link>
      <DecideBand event={event} counts={counts} calledOff={calledOff} now={now} />
      <div className={classes.page}>
        <header className={classes.hero}>
          <DateTile size="lg" parts={when.parts(event.start)} />
          <div className="wrap">
            <h1>{eventName(event.name)}</h1>
            <Text c="dimmed" mt={6}>
              {event.series !== null && (
                <>
                  {part.seriesPosition && `${part.seriesPosition.position} of ${part.seriesPosition.count} in `}
                  <Anchor component={Link} to={paths.seriesPage(event.series)} underline="always">
                    {event.series_name || 'Untitled Series'}
                  </Anchor>{' '}
                  ·{' '}
                </>
              )}
              {[when.date(event.start), when.until(event.start)].join(' · ')}
            </Text>
          </div>
          <div className={`cluster ${classes.facts}`}>
            <span>
              <IconClockHour4 size={19} aria-hidden />
              <b>{when.range(event.start, event.end)}</b>
            </span>
            {location && (
              <span>
                <IconMapPin size={19} aria-hidden />
                <span>
                  {location}
                  {event.location_address && (
                    <>
                      .{' '}
                      <Anchor
                        href={mapLink(event.location_address)}
                        target="_blank"
                        rel="noopener noreferrer"
                        underline="always"
                        aria-label={`Map of ${event.location_name || event.location_address}`}
                      >
                        Map
                      </Anchor>
                    </>
                  )}
                </span>
              </span>
            )}
            {event.eventtype_name && (
              <span>
                <IconFlag size={19} aria-hidden />
                <span>{event.eventtype_name}</span>
              </span>
            )}
            {event.contact && (
              <span>
                <IconUser size={19} aria-hidden />
                <span>Contact: {event.contact}</span>
              </span>
            )}
            {event.contacts.length > 0 && (
              <span>
                <IconBell size={19} aria-hidden />
                <span>
                  {admin
                    ? `Also notified: ${event.contacts.map(({ name }) => name).join(', ')}`
                    : 'You get the coordinators’ notices about this event'}
                </span>
              </span>
            )}
          </div>
          {admin && (
            <div className={`cluster ${classes.deeds}`}>
              <Button component={Link} to={paths.eventShifts(event.id)} variant="light" h={44} px={16}>
                Open roster
              </Button>
              <Button
                component={Link}
                to={beginMessage({ event: event.id }, { kind: 'event', id: event.id })}
                variant="default"
                h={44}
                px={16}
              >
                Message
              </Button>
              <Button component={Link} to={paths.eventEdit(event.id)} variant="default" h={44} px={16}>
                Edit
              </Button>
            </div>
          )}
        </header>
        <div className={classes.main}>
          <EventRoster
            start={event.start}
            groups={groups}
            person={person}
            claimMode={part.refusal === null ? claimMode : null}
            open={open}
            admin={admin}
            isOff={isEventOff(event)}
            now={now}
          />
          {event.details_html && (
            <SectionCard title="Details">
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server to a fixed list of tags. */}
              <div className={classes.prose} dangerouslySetInnerHTML={{ __html: event.details_html }} />
            </SectionCard>
          )}
        </div>
        <aside className={classes.side} data-last={admin || undefined}>
          <YourPart {...part} ways={ways} />
          {admin && (
            <DidTheyGetItCard
              event={event.id}
              about={`${eventName(event.name)}, ${when.date(event.start)}`}
              shifts={event.shifts}
            />
          )}
        </aside>
      </div>
    </>
  )
}
