import { Button, Text } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconChevronLeft, IconClockHour4, IconFlag, IconMapPin, IconPencil, IconUser } from '@tabler/icons-react'
import type { EventPage } from '#server/events/roster.ts'
import { paths } from '../../paths.ts'
import { useWhen } from '../../shell/use-root.ts'
import { DateTile } from '../../ui/date-tile.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import classes from './event.module.css'
import { WhoIsOn } from './who-is-on.tsx'

type Props = { event: SerializeFrom<EventPage>; details: string; person: number; admin: boolean }

/** What, when, where; who is on; and the reader's own part (product decisions §4, Event page). */
export function EventScreen({ event, details, person, admin }: Props) {
  const when = useWhen()
  const mine = event.shifts.filter((shift) => shift.person === person)
  return (
    <>
      <Link className={classes.crumb} to={paths.calendar}>
        <IconChevronLeft size={17} aria-hidden />
        Calendar
      </Link>
      <div className={classes.page}>
        <header className={classes.hero}>
          <DateTile size="lg" parts={when.parts(event.start)} />
          <div className="wrap">
            <h1>{event.name || 'Untitled Event'}</h1>
            <Text c="dimmed" mt={6}>
              {[event.series_name, when.date(event.start), when.until(event.start)].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <div className={classes.facts}>
            <span>
              <IconClockHour4 size={19} aria-hidden />
              <b>{when.range(event.start, event.end)}</b>
            </span>
            {event.location_name && (
              <span>
                <IconMapPin size={19} aria-hidden />
                <span>{[event.location_name, event.location_address].filter(Boolean).join(', ')}</span>
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
          </div>
        </header>
        <div className={classes.main}>
          <WhoIsOn shifts={event.shifts} person={person} />
          {details && (
            <SectionCard title="Details">
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server to the tags of specification §5. */}
              <div className={classes.prose} dangerouslySetInnerHTML={{ __html: details }} />
            </SectionCard>
          )}
        </div>
        <aside className={classes.side}>
          <SectionCard title="Your part">
            <div className={classes.part}>
              {mine.length > 0 ? (
                mine.map((shift) => (
                  <div key={shift.id}>
                    <StateBadge state="on" />
                    <Text fw={650} mt={8}>
                      {[shift.assignment_name, shift.role_name].filter(Boolean).join(' · ') || 'On shift'}
                    </Text>
                    <Text fz="sm" c="dimmed" className="num">
                      {[when.range(shift.start, shift.end), shift.location_name].filter(Boolean).join(' · ')}
                    </Text>
                    {shift.notes && (
                      <Text fz="sm" mt={6} className="wrap">
                        {shift.notes}
                      </Text>
                    )}
                  </div>
                ))
              ) : (
                <Text fz="sm" c="dimmed">
                  You are not on a shift of this event.
                </Text>
              )}
              {admin && (
                <Button
                  component={Link}
                  to={paths.eventShifts(event.id)}
                  variant="default"
                  h={44}
                  leftSection={<IconPencil size={17} aria-hidden />}
                >
                  Edit event
                </Button>
              )}
            </div>
          </SectionCard>
        </aside>
      </div>
    </>
  )
}
