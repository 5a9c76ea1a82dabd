import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconHourglass } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { PendingRequest } from '#server/requests/sign-up/own-requests.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import classes from './pending-requests.module.css'
import { RequestComment } from './request-comment.tsx'

type Props = { requests: SerializeFrom<PendingRequest[]>; folds: boolean }

export function OwnRequests({ requests, folds }: Props) {
  const when = useDateFormats()
  if (folds && !requests.length) return null
  return (
    <SectionCard
      title="Pending Shift Requests"
      icon={IconHourglass}
      accent="requests"
      count={requests.length || undefined}
      folds={folds}
      hint={
        requests.length
          ? 'These are events that you have signed up to specifically. You will get an email once you are assigned to a shift.'
          : 'No requests yet.'
      }
    >
      {requests.map((request) => (
        <div key={request.id} className={`row ${classes.row}`}>
          <DateTile parts={when.parts(request.start)} />
          <div>
            <Link to={paths.event(request.event)}>{eventName(request.event_name)}</Link>
            <span className={`num ${classes.times}`}>
              {[when.dateTime(request.start), request.assignment_name].filter(Boolean).join(' · ')}
            </span>
            {request.comments && <RequestComment text={request.comments} />}
          </div>
        </div>
      ))}
    </SectionCard>
  )
}
