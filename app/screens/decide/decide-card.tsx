import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import type { EventsToDecide } from '#server/events/decide/queries.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { DateTile } from '../../ui/date-tile.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { DecideControls } from './controls-late.tsx'
import classes from './decide.module.css'

/** The coordinators' card of events that lack people, the most urgent first. @param now the server's time, ISO. */
export function DecideCard({ count, enough, rows, now }: SerializeFrom<EventsToDecide> & { now: string }) {
  const when = useDateFormats()
  return (
    <SectionCard title="Go ahead or call off" icon={IconHourglass} accent="amber" count={count}>
      {rows.map((event) => (
        <div key={event.id} className={classes.item}>
          <div className={classes.head}>
            <DateTile parts={when.parts(event.start)} />
            <div>
              <Link to={paths.event(event.id)}>{event.name || 'Untitled Event'}</Link>
              <small className="num">
                {[`${when.range(event.start, event.end)}, ${when.until(event.start)}`, event.location]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
          </div>
          <span className="num">
            <b>
              {event.filled} of {event.minimum}
            </b>{' '}
            needed
          </span>
          <DecideControls {...event} event={event} now={now} />
        </div>
      ))}
      {count > rows.length && <p className={classes.enough}>{count - rows.length} more lack people.</p>}
      {enough > 0 && (
        <p className={classes.enough}>
          <IconCircleCheck size={17} aria-hidden />
          {enough === 1
            ? '1 more event has a minimum and has reached it.'
            : `${enough} more events have a minimum and have reached it.`}
        </p>
      )}
    </SectionCard>
  )
}
