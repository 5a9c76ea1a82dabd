import type { SerializeFrom } from '@remix-run/node'
import { IconHourglass } from '@tabler/icons-react'
import type { PendingRequest } from '#server/requests/sign-up/own-requests.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { DateTile } from '../../ui/date-tile.tsx'
import { Row } from '../../ui/row.tsx'
import { SectionCard } from '../../ui/section-card.tsx'

/** Lists the person's own pending requests; renders nothing without any. */
export function OwnRequests({ requests }: { requests: SerializeFrom<PendingRequest[]> }) {
  const when = useDateFormats()
  if (!requests.length) return null
  return (
    <SectionCard
      title="Pending Shift Requests"
      icon={IconHourglass}
      accent="amber"
      count={requests.length}
      hint="These are events that you have signed up to specifically. You will get an email once you are assigned to a shift."
    >
      {requests.map((request) => (
        <Row
          key={request.id}
          to={paths.event(request.event)}
          lead={<DateTile parts={when.parts(request.start)} />}
          title={request.event_name || 'Untitled Event'}
          meta={
            <span className="num">
              {[when.dateTime(request.start), request.assignment_name].filter(Boolean).join(' · ')}
            </span>
          }
        />
      ))}
    </SectionCard>
  )
}
