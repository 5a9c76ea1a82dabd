import { Button, Group } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconAlertTriangle, IconCalendarEvent, IconCheck, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import dayjs from 'dayjs'
import type { AgendaEvent } from '#server/events/agenda.ts'
import { paths } from '../../paths.ts'
import { useWhen } from '../../shell/use-root.ts'
import { DateTile } from '../../ui/date-tile.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Row } from '../../ui/row.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StateBadge, Tag } from '../../ui/state-badge.tsx'

type Props = {
  admin: boolean
  series: number | null
  events: SerializeFrom<AgendaEvent[]>
  month: string
  previous: string
  next: string
}

const monthName = (month: string) => dayjs(`${month}-01T12:00`).format('MMMM YYYY')

/** The events of a month as a list, with today, previous and next; or those of one series. */
export function AgendaScreen({ admin, series, events, month, previous, next }: Props) {
  const title = series ? events[0]?.series_name || 'Series' : monthName(month)
  return (
    <>
      <PageHead
        title={title}
        meta={events.length === 0 ? undefined : `${events.length} ${events.length === 1 ? 'event' : 'events'}`}
      >
        <Group gap="xs">
          {series ? (
            <Button component={Link} to={paths.calendar} variant="default" h={40}>
              All events
            </Button>
          ) : (
            <>
              <Button component={Link} to={paths.calendar} variant="default" h={40}>
                Today
              </Button>
              <Button
                component={Link}
                to={`${paths.calendar}?month=${previous}`}
                variant="default"
                h={40}
                px={10}
                aria-label={`Previous month, ${monthName(previous)}`}
              >
                <IconChevronLeft size={18} aria-hidden />
              </Button>
              <Button
                component={Link}
                to={`${paths.calendar}?month=${next}`}
                variant="default"
                h={40}
                px={10}
                aria-label={`Next month, ${monthName(next)}`}
              >
                <IconChevronRight size={18} aria-hidden />
              </Button>
            </>
          )}
        </Group>
      </PageHead>
      <SectionCard title={series ? 'Events of this series' : 'Events'} icon={IconCalendarEvent}>
        {events.length === 0 && (
          <EmptyState icon={IconCalendarEvent} title="No events" text="Nothing is planned here yet." />
        )}
        {events.map((event) => (
          <Entry key={event.id} event={event} admin={admin} />
        ))}
      </SectionCard>
    </>
  )
}

function Entry({ event, admin }: { event: SerializeFrom<AgendaEvent>; admin: boolean }) {
  const when = useWhen()
  return (
    <Row
      to={admin ? paths.eventShifts(event.id) : paths.event(event.id)}
      lead={<DateTile parts={when.parts(event.start)} />}
      title={event.name || 'Untitled Event'}
      meta={
        <>
          <span className="num">
            {[when.range(event.start, event.end), event.detail, event.location, event.series_name]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <br />
          {event.mine && <StateBadge state="on" quiet />}{' '}
          {event.empty !== null &&
            (event.empty === 0 ? (
              <Tag tone="green" icon={IconCheck} quiet>
                Filled
              </Tag>
            ) : (
              <Tag tone="amber" icon={IconAlertTriangle} quiet>
                {event.empty} open
              </Tag>
            ))}
        </>
      }
    />
  )
}
