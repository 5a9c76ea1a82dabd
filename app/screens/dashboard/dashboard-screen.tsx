import { Button } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconPlus } from '@tabler/icons-react'
import type { HoursShift, PhoneToVerify } from '#server/dashboard/own-time.ts'
import type { OwnShift, UnpublishedEvent, UpcomingEntry } from '#server/dashboard/queries.ts'
import type { CurrentPost } from '#server/news/current/queries.ts'
import type { Registrations } from '#server/people/registrations.ts'
import type { RequestRow } from '#server/requests/answer/contract.ts'
import type { PendingRequest } from '#server/requests/sign-up/own-requests.ts'
import { paths } from '../../paths.ts'
import { useWhen } from '../../shell/use-root.ts'
import { PageHead } from '../../ui/page-head.tsx'
import classes from './dashboard.module.css'
import { NewRegistrations } from './new-registrations.tsx'
import { News } from './news.tsx'
import { OwnRequests } from './own-requests.tsx'
import { PendingRequests } from './pending-requests.tsx'
import { RecordHours } from './record-hours.tsx'
import { Unpublished } from './unpublished.tsx'
import { UpcomingEvents } from './upcoming-events.tsx'
import { UpcomingShifts } from './upcoming-shifts.tsx'
import { VerifyPhone } from './verify-phone.tsx'

type Props = {
  admin: boolean
  now: string
  shifts: SerializeFrom<OwnShift[]>
  events: SerializeFrom<UpcomingEntry[]>
  unpublished: SerializeFrom<UnpublishedEvent[]>
  pending: { count: number; rows: RequestRow[] }
  news: SerializeFrom<CurrentPost[]>
  requests: SerializeFrom<PendingRequest[]>
  registrations: SerializeFrom<Registrations>
  /** Null where the site keeps no timesheets. */
  hours: SerializeFrom<HoursShift[]> | null
  verify: PhoneToVerify | null
}

function summary(shifts: number, unpublished: number): string {
  const mine =
    shifts === 0
      ? 'You have no shifts coming up.'
      : `${shifts === 1 ? 'One shift is' : `${shifts} shifts are`} coming up for you.`
  if (!unpublished) return mine
  return `${mine} ${unpublished === 1 ? 'One event has' : `${unpublished} events have`} unpublished shifts.`
}

/** What waits for the club, what is mine, what is the club's (specification §2.5). Two columns of 5 and 7 from 62em. */
export function DashboardScreen({
  admin,
  now,
  shifts,
  events,
  unpublished,
  pending,
  registrations,
  news,
  requests,
  hours,
  verify,
}: Props) {
  const when = useWhen()
  return (
    <>
      <PageHead title={when.format(now, 'dddd D MMMM')} meta={summary(shifts.length, unpublished.length)}>
        {admin && (
          <Button
            component={Link}
            to={paths.addEvent}
            variant="default"
            h={40}
            leftSection={<IconPlus size={17} aria-hidden />}
          >
            Add event
          </Button>
        )}
      </PageHead>
      <div className={classes.two}>
        <div className={classes.col}>
          {registrations.count > 0 && <NewRegistrations registrations={registrations} />}
          {pending.count > 0 && <PendingRequests requests={pending.rows} count={pending.count} />}
          {unpublished.length > 0 && <Unpublished events={unpublished} />}
          {verify && <VerifyPhone {...verify} />}
          {hours && <RecordHours shifts={hours} now={now} />}
          <UpcomingShifts shifts={shifts} />
          <OwnRequests requests={requests} />
        </div>
        <div className={classes.col}>
          <News posts={news} admin={admin} />
          <UpcomingEvents entries={events} admin={admin} />
        </div>
      </div>
    </>
  )
}
