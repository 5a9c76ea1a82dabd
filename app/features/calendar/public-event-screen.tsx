import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconArrowLeft, IconCalendarEvent, IconExternalLink } from '@tabler/icons-react'
import { paths, withNext } from '#app/shell/paths.ts'
import { useDateFormats, useViewer } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import { dayIn } from '#app/ui/wall-clock.ts'
import { zoneCity } from '#app/ui/zone-note.tsx'
import type { PublicEvent } from '#server/calendar/public/contract.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'

type Props = {
  event: PublicEvent
  timezone: string
  framed: boolean
  /** JSON for search engines, escaped so that no text can break out. */
  structured: string
}

export function PublicEventScreen({ event, timezone, framed, structured }: Props) {
  const when = useDateFormats()
  const viewer = useViewer()
  const month = new URLSearchParams({ month: dayIn(event.start, timezone).slice(0, 7), ...(framed && { iframe: '' }) })
  const own = paths.event(event.id)
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which every letter that could end the element is escaped. */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structured }} />
      <PageHead title={eventName(event.name)} meta={event.organisation}>
        <Button
          component={Link}
          to={`${paths.publicCalendar}?${month}`}
          variant="default"
          h={44}
          leftSection={<IconArrowLeft size={18} aria-hidden />}
        >
          Calendar
        </Button>
        <Button
          component={Link}
          to={viewer ? own : withNext(paths.hello, own)}
          h={44}
          {...(framed && { target: '_blank', rel: 'noopener' })}
        >
          {viewer ? 'Open the event' : 'Sign in to take part'}
        </Button>
      </PageHead>
      {event.called_off && (
        <p role="note">
          <StateBadge state="cancelled">Called off</StateBadge> This event is cancelled.
        </p>
      )}
      <SectionCard title="When and where" icon={IconCalendarEvent}>
        <Row
          lead={<DateTile parts={when.parts(event.start)} />}
          title={
            <time dateTime={event.start}>{`${when.date(event.start)}, ${when.range(event.start, event.end)}`}</time>
          }
          meta={
            <>
              <div>{zoneCity(timezone)} time</div>
              {event.location && <div className="wrap">{event.location}</div>}
            </>
          }
          end={
            event.event_url && /^https?:\/\//i.test(event.event_url) ? (
              <Button
                component="a"
                href={event.event_url}
                target="_blank"
                rel="noopener noreferrer"
                variant="default"
                h={44}
                rightSection={<IconExternalLink size={16} aria-hidden />}
              >
                More details
              </Button>
            ) : undefined
          }
        />
      </SectionCard>
    </>
  )
}
