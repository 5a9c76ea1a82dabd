import { Anchor, Tooltip } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconMessageCircle, IconUserQuestion } from '@tabler/icons-react'
import type { RequestRow } from '#server/requests/answer/contract.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { Avatar } from '../../ui/person-chip.tsx'
import { Rows } from '../../ui/row.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './pending-requests.module.css'

/** Lists requests that wait for an answer; admins only. */
export function PendingRequests({ requests, count }: { requests: RequestRow[]; count: number }) {
  const when = useDateFormats()
  return (
    <SectionCard
      title="Pending Shift Requests"
      icon={IconUserQuestion}
      accent="amber"
      count={count}
      hint="These are the first 20 outstanding shift requests."
      action={
        <Anchor component={Link} to={paths.requests} className={classes.all}>
          See all
        </Anchor>
      }
    >
      <div className={classes.list}>
        <Rows>
          {requests.map((request) => (
            <div key={request.id} className={classes.row}>
              <Avatar name={request.person_name} src={request.person_avatar} size={32} />
              <div>
                <Link to={paths.person(request.person)}>{request.person_name}</Link>
                <Link to={paths.eventShifts(request.event)} className={classes.event}>
                  {request.event_name || 'Untitled Event'} · {when.format(request.start, 'ddd D MMM')}
                </Link>
              </div>
              {request.comments && (
                <Tooltip
                  label={request.comments}
                  multiline
                  maw={320}
                  events={{ hover: true, focus: true, touch: true }}
                >
                  <button type="button" className={classes.comment} aria-label={`Comment: ${request.comments}`}>
                    <IconMessageCircle size={18} aria-hidden />
                  </button>
                </Tooltip>
              )}
            </div>
          ))}
        </Rows>
      </div>
    </SectionCard>
  )
}
