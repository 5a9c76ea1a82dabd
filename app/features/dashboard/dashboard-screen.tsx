import { Button } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconPlus } from '@tabler/icons-react'
import { NeedsAnswer } from '#app/features/answers/asked/needs-answer.tsx'
import type { Question } from '#app/features/answers/asked/question-words.ts'
import { OwnSearches } from '#app/features/cover/own-searches.tsx'
import { UpcomingEvents } from '#app/features/events/upcoming-events.tsx'
import { News } from '#app/features/news/news.tsx'
import { NeededShifts } from '#app/features/open-shifts/needed-shifts.tsx'
import { RecordHours } from '#app/features/people/profile/record-hours.tsx'
import { VerifyPhone } from '#app/features/people/profile/verify-phone.tsx'
import { OwnRequests } from '#app/features/requests/cards/own-requests.tsx'
import { UpcomingShifts } from '#app/features/shifts/upcoming-shifts.tsx'
import { urgentText } from '#app/features/todo/urgent-text.ts'
import { adminPart } from '#app/shell/connection/lazy-part.ts'
import { useNonce } from '#app/shell/nonce.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats, useSite } from '#app/shell/use-root.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { useEver } from '#app/ui/use-ever.ts'
import { ZoneNote } from '#app/ui/zone-note.tsx'
import type { Cards } from '#server/dashboard/cards.ts'
import { Card } from './card.tsx'
import classes from './dashboard.module.css'
import { isDayOfShift } from './day-of-shift.ts'
import { FirstSteps } from './first-steps.tsx'
import { ownShiftsText } from './own-shifts-text.ts'

const CoordinatorCards = adminPart(() =>
  import('./coordinator-cards.tsx').then((module) => ({ default: module.CoordinatorCards })),
)
const PendingRequests = adminPart(() =>
  import('#app/features/requests/cards/pending-requests.tsx').then((module) => ({ default: module.PendingRequests })),
)

export function DashboardScreen(cards: SerializeFrom<Cards>) {
  const { admin, now, shifts, events, unpublished, pending, registrations, toDo, news, requests } = cards
  const { questions, searches, needed, hours, verify, steps, isNew } = cards
  const { name } = useSite()
  const when = useDateFormats()
  const nonce = useNonce()
  const hadSearches = useEver(searches.length > 0)
  const isDay = isDayOfShift(hours ?? [], shifts, { now, zone: when.zone })
  // Coordinators have To do first, but on the day of their own shift.
  const isCoordinating = Boolean(toDo) && !isDay
  const asked = (
    <Card at={3}>
      <NeedsAnswer questions={questions as Question[]} limit={isDay || hours?.length ? 3 : Number.POSITIVE_INFINITY} />
      {hadSearches && <OwnSearches searches={searches} />}
    </Card>
  )
  const upcoming = (
    <Card at={isDay ? 1 : 4}>
      <UpcomingShifts shifts={shifts} folds={isCoordinating} />
    </Card>
  )
  const later = (
    <>
      <Card at={7}>
        <OwnRequests requests={requests} folds={admin} />
      </Card>
      <Card at={9}>
        <UpcomingEvents entries={events} admin={admin} />
      </Card>
    </>
  )
  const recorded = hours && hours.length > 0 && (
    <Card at={isCoordinating ? 3 : 0}>
      <RecordHours shifts={hours} now={now} />
    </Card>
  )
  // Questions stand on the right on the day of a shift: the left column then has room.
  const isLeft = isDay && !toDo
  return (
    <>
      <PageHead
        title={when.format(now, 'dddd D MMM')}
        meta={(toDo && urgentText(toDo)) ?? ownShiftsText(shifts, { name, isNew })}
      >
        <ZoneNote zone={when.zone} now={now} time={when.timeFormat} nonce={nonce} />
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
      {steps && (
        <div className={classes.steps}>
          <FirstSteps steps={steps} />
        </div>
      )}
      <div className={classes.two}>
        <div className={classes.col}>
          {!isCoordinating && recorded}
          {isDay && upcoming}
          {!isDay && !toDo && asked}
          {toDo && registrations && unpublished && (
            <CoordinatorCards toDo={toDo} registrations={registrations} unpublished={unpublished} now={now} />
          )}
          {isCoordinating && (
            <>
              {recorded}
              {asked}
              {upcoming}
            </>
          )}
          {isLeft && later}
          {verify && (
            <Card at={8}>
              <VerifyPhone {...verify} folds={admin} />
            </Card>
          )}
        </div>
        <div className={classes.col}>
          {!isDay && !toDo && upcoming}
          {isDay && asked}
          {pending && pending.count > 0 && (
            <Card at={2}>
              <PendingRequests requests={pending.rows} count={pending.count} />
            </Card>
          )}
          <Card at={5}>
            <NeededShifts needed={needed} admin={admin} />
          </Card>
          <Card at={6}>
            <News {...news} admin={admin} />
          </Card>
          {!isLeft && later}
        </div>
      </div>
    </>
  )
}
