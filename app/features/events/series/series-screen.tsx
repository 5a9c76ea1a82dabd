import { ActionIcon, Button } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconCalendarEvent, IconChevronLeft, IconMessage2, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { OpenShifts } from '#app/features/open-shifts/open-shifts.tsx'
import { beginMessage } from '#app/shell/begin-message.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import type { SeriesEvent, SeriesPage } from '#server/requests/sign-up/queries.ts'
import { canSignUpToMore } from '#server/requests/sign-up/rules.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import classes from '../event/event.module.css'
import { SignUpSheet } from '../series-sign-up/sign-up-sheet.tsx'
import { WithdrawFromAll } from './withdraw-from-all.tsx'

type Props = { series: SerializeFrom<SeriesPage>; admin: boolean }

export function SeriesScreen({ series, admin }: Props) {
  const [signingUp, setSigningUp] = useState(false)
  const count = series.events.length
  const when = useDateFormats()
  const coming = series.events.filter(({ over }) => !over)
  const past = series.events.filter(({ over }) => over)
  const next = coming[0]
  return (
    <>
      <Link
        className={classes.crumb}
        to={next ? paths.calendarMonth(when.format(next.start, 'YYYY-MM')) : paths.calendar}
      >
        <IconChevronLeft size={17} aria-hidden />
        Calendar
      </Link>
      <PageHead title={series.name || 'Untitled Series'} meta={count === 1 ? '1 event' : `${count} events`}>
        <Button h={44} disabled={!canSignUpToMore(series.events)} onClick={() => setSigningUp(true)}>
          Signup to all events
        </Button>
        <WithdrawFromAll series={series} />
        {admin && (
          <ActionIcon
            component={Link}
            to={beginMessage({ series: series.id }, { kind: 'series', id: series.id })}
            variant="default"
            size={44}
            aria-label="Message everyone on this series"
            title="Message everyone on this series"
          >
            <IconMessage2 size={20} aria-hidden />
          </ActionIcon>
        )}
        {admin && (
          <ActionIcon
            component={Link}
            to={`${paths.series}/${series.id}`}
            variant="default"
            size={44}
            aria-label="Series settings"
          >
            <IconSettings size={20} aria-hidden />
          </ActionIcon>
        )}
      </PageHead>
      {signingUp && <SignUpSheet series={series} onClose={() => setSigningUp(false)} />}
      <div className={classes.main}>
        {series.details_html && (
          <SectionCard title="Details">
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server to a fixed list of tags. */}
            <div className={classes.prose} dangerouslySetInnerHTML={{ __html: series.details_html }} />
          </SectionCard>
        )}
        <SectionCard title="Events" icon={IconCalendarEvent}>
          {count === 0 && (
            <EmptyState
              icon={IconCalendarEvent}
              title="No Events in this Series"
              text="They appear here as soon as the club adds them."
            />
          )}
          {coming.map((event) => (
            <EventRow key={event.id} event={event} admin={admin} />
          ))}
          {past.length > 0 && (
            <details className={classes.past} open={coming.length === 0}>
              <summary>{past.length === 1 ? '1 past event' : `${past.length} past events`}</summary>
              {past.map((event) => (
                <EventRow key={event.id} event={event} admin={admin} />
              ))}
            </details>
          )}
        </SectionCard>
      </div>
    </>
  )
}

function EventRow({ event, admin }: { event: SerializeFrom<SeriesEvent>; admin: boolean }) {
  const when = useDateFormats()
  const facts = [when.range(event.start, event.end), when.until(event.start), event.eventtype, event.location]
  return (
    <Row
      to={admin ? paths.eventShifts(event.id) : paths.event(event.id)}
      lead={<DateTile parts={when.parts(event.start)} />}
      title={eventName(event.name)}
      meta={
        <>
          <span className="num">{facts.filter(Boolean).join(' · ')}</span>
          <span className={`cluster ${classes.states}`}>
            {event.called_off && (
              <StateBadge state="cancelled" quiet>
                Called off
              </StateBadge>
            )}
            {event.mine && <StateBadge state="on" quiet />}
            {!event.mine && event.waiting && <StateBadge state="requested" quiet />}
            {!event.over && !event.called_off && <OpenShifts {...event} />}
          </span>
        </>
      }
    />
  )
}
