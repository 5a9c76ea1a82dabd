import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { Fragment } from 'react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { EventsToDecide } from '#server/events/decide/queries.ts'
import { type Need, needParts } from '#server/events/decide/rules.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { DecideControls } from './controls-late.tsx'
import classes from './decide.module.css'

/** Sorted by urgency. @param now the server's time, ISO. */
export function DecideCard({ count, enough, rows, now }: SerializeFrom<EventsToDecide> & { now: string }) {
  const when = useDateFormats()
  return (
    <SectionCard title="Go ahead or call off" icon={IconHourglass} count={count}>
      {rows.map((event) => (
        <div key={event.id} className={`stack ${classes.item}`}>
          <div className={classes.head}>
            <DateTile parts={when.parts(event.start)} />
            <div>
              <Link to={paths.event(event.id)}>{eventName(event.name)}</Link>
              <small className="num">
                {[`${when.range(event.start, event.end)}, ${when.until(event.start)}`, event.location]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
          </div>
          <span className="num">
            <NeedFigures need={event} />
          </span>
          <DecideControls
            event={event}
            need={event}
            decide_at={event.decide_at}
            all={event.all}
            hear={event.hear}
            now={now}
          />
        </div>
      ))}
      {count > rows.length && (
        <p className={`row muted ${classes.enough}`}>
          {count - rows.length === 1 ? '1 more lacks people.' : `${count - rows.length} more lack people.`}
          <Link to="?decide=all" preventScrollReset className={classes.all}>
            Show all {count}
          </Link>
        </p>
      )}
      {enough > 0 && (
        <p className={`row muted ${classes.enough}`}>
          <IconCircleCheck size={17} aria-hidden />
          {enough === 1
            ? '1 more event is to be decided and has the people it needs.'
            : `${enough} more events are to be decided and have the people they need.`}
        </p>
      )}
    </SectionCard>
  )
}

const NeedFigures = ({ need }: { need: Need }) =>
  needParts(need).map(({ filled, minimum, words }, i) => (
    <Fragment key={words}>
      {i > 0 && ', '}
      <b>
        {filled} of {minimum}
      </b>{' '}
      {words}
    </Fragment>
  ))
