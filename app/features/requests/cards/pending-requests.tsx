import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconUserQuestion } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { CardAction } from '#app/ui/card-link.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import { Rows } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { RequestItem } from '#server/requests/answer/contract.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import classes from './pending-requests.module.css'
import { RequestComment } from './request-comment.tsx'

const FADE_FROM = 6

export function PendingRequests({ requests, count }: { requests: RequestItem[]; count: number }) {
  return (
    <SectionCard
      title="Pending Shift Requests"
      icon={IconUserQuestion}
      accent="requests"
      count={count}
      action={<CardAction to={paths.toDoKind('request')}>See all</CardAction>}
      folds
    >
      <div className={classes.list} data-long={requests.length >= FADE_FROM || undefined}>
        <p className={classes.hint}>These are the first 20 outstanding shift requests.</p>
        <Rows>
          {requests.map((request) => (
            <RequestLine key={`${request.kind} ${request.id}`} request={request} />
          ))}
        </Rows>
      </div>
    </SectionCard>
  )
}

function RequestLine({ request }: { request: RequestItem }) {
  const when = useDateFormats()
  const isTimes = request.kind === 'times'
  const target = `${eventName(request.event_name)} · ${when.dateTime(request.start)}`
  return (
    <div className={`row ${classes.row}`}>
      <Avatar name={request.person_name} src={request.person_avatar} size={32} />
      <div>
        <Link to={paths.person(request.person)}>{request.person_name}</Link>
        <Link to={paths.eventShifts(request.event)} className={classes.event}>
          {target}
        </Link>
        {isTimes && (
          <span className={`num ${classes.times}`}>
            Different times: {when.range(request.modified_start ?? '', request.modified_end ?? '')}
          </span>
        )}
        {request.comments && <RequestComment text={request.comments} />}
      </div>
      <Button
        component={Link}
        to={paths.request(request.id, isTimes ? 'times' : 'request')}
        variant="light"
        h={44}
        aria-label={`${isTimes ? 'Answer' : 'Assign'} ${request.person_name}, ${target}`}
      >
        {isTimes ? 'Answer' : 'Assign'}
      </Button>
    </div>
  )
}
