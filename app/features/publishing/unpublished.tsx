import { Button } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconArrowRight, IconCloudOff } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { CardLink } from '#app/ui/card-link.tsx'
import { countText } from '#app/ui/count-text.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { Row, Rows } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { UnpublishedEvents } from '#server/publishing/faulty-events.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import pieces from '../../ui/pieces.module.css'
import { PublishRowButton } from './publish-row-button.tsx'
import { openProof } from './sheet-store.ts'
import classes from './unpublished.module.css'

const UNPUBLISHED = `${paths.events}?view=unpublished`

export function Unpublished({ count, ids, past, rows }: SerializeFrom<UnpublishedEvents>) {
  const when = useDateFormats()
  return (
    <SectionCard
      title="Unpublished Shifts"
      icon={IconCloudOff}
      accent="unpublished"
      count={count || undefined}
      action={
        ids.length > 1 && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            h={44}
            my={-8}
            aria-haspopup="dialog"
            onClick={() =>
              openProof({
                about: countText(ids.length, 'event'),
                event: null,
                what: { events: ids, shifts: [] },
              })
            }
          >
            Review and publish
          </Button>
        )
      }
      folds
    >
      <div className={classes.scroll}>
        <p className={pieces.hint}>
          These shifts have been saved but not published. They are not generally visible, and no reminder emails are
          generated until they are.
        </p>
        <Rows dense>
          {rows.map((event) => (
            <Row
              key={event.id}
              lead={<DateTile parts={when.parts(event.start)} />}
              title={<Link to={paths.eventShifts(event.id)}>{eventName(event.name)}</Link>}
              meta={
                <span className="num">
                  {[
                    when.time(event.start),
                    `${event.unpublished} unpublished`,
                    event.planned_at && `will be published ${when.shortTime(event.planned_at)}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              }
              end={<PublishRowButton event={event} about={`${eventName(event.name)}, ${when.date(event.start)}`} />}
            />
          ))}
        </Rows>
      </div>
      {(count > rows.length || past > 0) && (
        <CardLink to={UNPUBLISHED}>
          {[
            count > rows.length && `See all ${count}`,
            past > 0 && `${past} past ${past === 1 ? 'event has' : 'events have'} unpublished shifts`,
          ]
            .filter(Boolean)
            .join(', ')}{' '}
          <IconArrowRight size={16} aria-hidden />
        </CardLink>
      )}
    </SectionCard>
  )
}
