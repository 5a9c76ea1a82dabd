import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconCloudOff } from '@tabler/icons-react'
import type { UnpublishedEvents } from '#server/dashboard/queries.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { DateTile } from '../../ui/date-tile.tsx'
import { Row } from '../../ui/row.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { PublishMenu } from '../publish/publish-menu.tsx'

/** Lists events with unpublished shifts; admins only. */
export function Unpublished({ count, rows }: SerializeFrom<UnpublishedEvents>) {
  const when = useDateFormats()
  return (
    <SectionCard
      title="Unpublished Shifts"
      icon={IconCloudOff}
      accent="red"
      count={count}
      hint="These shifts have been saved but not published. They are not generally visible, and no reminder emails are generated until they are."
    >
      {rows.map((event) => (
        <Row
          key={event.id}
          lead={<DateTile parts={when.parts(event.start)} />}
          title={<Link to={paths.eventShifts(event.id)}>{event.name || 'Untitled Event'}</Link>}
          meta={<span className="num">{`${when.time(event.start)} · ${event.unpublished} unpublished`}</span>}
          end={<PublishMenu event={event} />}
        />
      ))}
    </SectionCard>
  )
}
