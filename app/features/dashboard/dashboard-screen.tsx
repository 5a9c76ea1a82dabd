import { Button } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconPlus } from '@tabler/icons-react'
import { News } from '#app/features/news/news.tsx'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats, useSite } from '#app/shell/use-root.ts'
import { OncePageRuns } from '#app/ui/once-page-runs.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { useEver } from '#app/ui/use-ever.ts'
import { ZoneNote } from '#app/ui/zone-note.tsx'
import type { Cards } from '#server/dashboard/cards.ts'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import { AskedShifts } from './answers/asked-shifts.tsx'
import { AskedSwaps } from './asked-swaps.tsx'
import classes from './dashboard.module.css'
import { isDayOfShift } from './day-of-shift.ts'
import { FirstSteps } from './first-steps.tsx'
import { NeededShifts } from './needed-shifts.tsx'
import { OwnRequests } from './own-requests.tsx'
import { ownShiftsText } from './own-shifts-text.ts'
import { RecordHours } from './record-hours.tsx'
import { UnfitLine } from './unfit-line.tsx'
import { Unpublished } from './unpublished.tsx'
import { Unreachable } from './unreachable.tsx'
import { UpcomingEvents } from './upcoming-events.tsx'
import { UpcomingShifts } from './upcoming-shifts.tsx'
import { VerifyPhone } from './verify-phone.tsx'

const DecideCard = lazyPart(() =>
  import('#app/features/events/decide/decide-card.tsx').then((module) => ({ default: module.DecideCard })),
)
const CoordinatorCards = lazyPart(() =>
  import('./answers/coordinator-cards.tsx').then((module) => ({ default: module.CoordinatorCards })),
)
const OutsideShifts = lazyPart(() =>
  import('./outside-shifts.tsx').then((module) => ({ default: module.OutsideShifts })),
)
const CoverCard = lazyPart(() => import('./answers/cover-card.tsx').then((module) => ({ default: module.CoverCard })))
const AskedToCover = lazyPart(() =>
  import('./answers/asked-to-cover.tsx').then((module) => ({ default: module.AskedToCover })),
)
const HeldCard = lazyPart(() =>
  import('#app/features/waiting/held-card.tsx').then((module) => ({ default: module.HeldCard })),
)
const OwnSearches = lazyPart(() =>
  import('./answers/own-searches.tsx').then((module) => ({ default: module.OwnSearches })),
)
const PendingRequests = lazyPart(() =>
  import('./pending-requests.tsx').then((module) => ({ default: module.PendingRequests })),
)
const NewRegistrations = lazyPart(() =>
  import('./new-registrations.tsx').then((module) => ({ default: module.NewRegistrations })),
)

/** Sums up the counts in this order; null when all are 0. */
function waitingText(counts: readonly number[]): string | null {
  const parts = WAITING.flatMap(([one, many], nth) => {
    const count = counts[nth] ?? 0
    return count ? [count === 1 ? `one ${one}` : `${count} ${many}`] : []
  })
  if (!parts.length) return null
  const list = wordList(parts)
  const isOne = counts.reduce((sum, count) => sum + count, 0) === 1
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${isOne ? 'is' : 'are'} waiting for you.`
}

const WAITING = [
  ['event to decide', 'events to decide'],
  ['person', 'people'],
  ['request', 'requests'],
  ['unpublished event', 'unpublished events'],
] as const

export function DashboardScreen({
  admin,
  now,
  shifts,
  events,
  unpublished,
  outside,
  pending,
  registrations,
  blocked,
  toDecide,
  silent,
  unfit,
  approvals,
  cover,
  news,
  requests,
  swaps,
  asks,
  searches,
  held,
  me,
  needed,
  hours,
  verify,
  steps,
  isNew,
}: SerializeFrom<Cards>) {
  const { name } = useSite()
  const when = useDateFormats()
  const [hadAsks, hadSearches] = [useEver(asks.length > 0), useEver(searches.length > 0)]
  const [hadSilent, hadHeld] = [useEver(silent !== null && silent.count > 0), useEver(held.length > 0)]
  const registrationsCard = registrations && registrations.count > 0 && (
    <OncePageRuns key="people">
      <NewRegistrations registrations={registrations} />
    </OncePageRuns>
  )
  const requestsCard = pending && pending.count > 0 && (
    <OncePageRuns key="requests">
      <PendingRequests requests={pending.rows} count={pending.count} />
    </OncePageRuns>
  )
  const unpublishedCard = unpublished && unpublished.count + unpublished.past > 0 && (
    <Unpublished key="unpublished" {...unpublished} />
  )
  const decideCard = toDecide && toDecide.count > 0 && (
    <OncePageRuns key="decide">
      <DecideCard {...toDecide} now={now} />
    </OncePageRuns>
  )
  const coordinatorCards = approvals && (hadSilent || approvals.count > 0) && (
    <OncePageRuns key="silent">
      <CoordinatorCards silent={hadSilent ? silent : null} approvals={approvals} />
    </OncePageRuns>
  )
  const coverCard = cover && cover.gaps.length + cover.unsought > 0 && (
    <OncePageRuns key="cover">
      <CoverCard cover={cover} />
    </OncePageRuns>
  )
  const outsideCard = outside && outside.length > 0 && (
    <OncePageRuns key="outside">
      <OutsideShifts events={outside} />
    </OncePageRuns>
  )
  const blockedCard = blocked && blocked.count > 0 && <Unreachable key="blocked" {...blocked} />
  const columns = (
    requestsCard
      ? [
          [decideCard, outsideCard, coordinatorCards, registrationsCard, unpublishedCard, blockedCard],
          [coverCard, requestsCard],
        ]
      : [
          [decideCard, outsideCard, coordinatorCards, registrationsCard, blockedCard],
          [coverCard, unpublishedCard],
        ]
  )
    .map((cards) => cards.filter(Boolean))
    .filter((cards) => cards.length > 0)
  const onTheDay = isDayOfShift(hours ?? [], shifts, { now, zone: when.zone })
  const recordHours = hours && <RecordHours shifts={hours} now={now} />
  const counts = [toDecide, registrations, pending, unpublished].map((list) => list?.count ?? 0)
  const waitingForAdmin = waitingText(counts)
  return (
    <>
      <PageHead
        title={when.format(now, 'dddd D MMMM')}
        meta={waitingForAdmin ?? ownShiftsText(shifts, { name, isNew })}
      >
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
      <ZoneNote zone={when.zone} now={now} time={when.timeFormat} />
      {steps && (
        <div className={classes.steps}>
          <FirstSteps steps={steps} />
        </div>
      )}
      {unfit && <UnfitLine {...unfit} />}
      <div className={classes.two}>
        {onTheDay && columns.length > 0 && (
          <>
            {recordHours && (
              <div className={classes.col} data-own>
                {recordHours}
              </div>
            )}
            <div className={classes.col} data-own data-wide={!recordHours || undefined}>
              <UpcomingShifts shifts={shifts} />
            </div>
          </>
        )}
        {columns.map((cards, column) => (
          <div
            key={column === 0 ? 'first' : 'second'}
            className={classes.col}
            data-wide={columns.length === 1 || undefined}
          >
            {cards}
          </div>
        ))}
        <div className={classes.col} data-own>
          {columns.length > 0 && <h2 className={classes.own}>Your own shifts</h2>}
          {onTheDay && columns.length === 0 && (
            <>
              {recordHours}
              <UpcomingShifts shifts={shifts} />
            </>
          )}
          <AskedShifts shifts={shifts} />
          {hadHeld && (
            <OncePageRuns>
              <HeldCard held={held} />
            </OncePageRuns>
          )}
          {hadAsks && (
            <OncePageRuns>
              <AskedToCover asks={asks} />
            </OncePageRuns>
          )}
          {hadSearches && (
            <OncePageRuns>
              <OwnSearches searches={searches} />
            </OncePageRuns>
          )}
          <AskedSwaps list={swaps} me={me} />
          {verify && <VerifyPhone {...verify} />}
          {!onTheDay && (
            <>
              {recordHours}
              <UpcomingShifts shifts={shifts} />
            </>
          )}
          <OwnRequests requests={requests} />
        </div>
        <div className={classes.col}>
          {columns.length > 0 && <h2 className={classes.own}>The club</h2>}
          <NeededShifts needed={needed} />
          <News {...news} admin={admin} />
          <UpcomingEvents entries={events} admin={admin} />
        </div>
      </div>
    </>
  )
}
