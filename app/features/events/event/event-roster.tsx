import type { SerializeFrom } from '@remix-run/node'
import { IconHourglass, IconLock, IconUsers } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { HELP_NEEDED } from '#app/features/open-shifts/shift-words.ts'
import { UnfitMark } from '#app/features/suitability/unfit-mark.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats, useSite } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { OutsideMark } from '#app/ui/outside-mark.tsx'
import { PersonChip } from '#app/ui/person-chip.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { StateBadge, Tag } from '#app/ui/state-badge.tsx'
import type { OpenForReader } from '#server/open-shifts/own-obstacles.ts'
import type { MissingCompetency, OwnRequest } from '#server/requests/sign-up/contract.ts'
import type { RosterShift } from '#server/shifts/roster.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'
import { ClaimShift } from './claim-shift.tsx'
import classes from './event.module.css'
import { groupShifts, type ShiftGroup } from './shift-groups.ts'

type Shift = SerializeFrom<RosterShift>

type Props = {
  event: number
  start: string
  shifts: Shift[]
  person: number
  request: SerializeFrom<OwnRequest> | null
  claimMode: 'take' | 'sign-up' | null
  missing: MissingCompetency[]
  open: Record<number, OpenForReader>
  /** Obstacles of people on their shifts, by shift, for admins. */
  unfit: Record<number, Unfit>
  counts: boolean
  isOff: boolean
  now: string
}

export function EventRoster(props: Props) {
  const { event, start, shifts, person, request, claimMode, missing, open, unfit, counts, isOff, now } = props
  const isWaiting = request?.state === 'waiting'
  const groups = groupShifts(shifts, {
    person,
    request: isWaiting ? request : null,
    missing,
    isHeld: (shift) => open[shift]?.held ?? false,
  })
  const filledCount = shifts.filter((shift) => shift.person !== null).length
  const isOnShift = groups.some(({ mine }) => mine)
  return (
    <SectionCard
      title={isOff ? 'Who was on' : 'Who is on'}
      count={!shifts.length ? undefined : counts ? `${filledCount} of ${shifts.length}` : filledCount}
    >
      {groups.length === 0 && (
        <EmptyState icon={IconUsers} title="No roster yet" text="The club has not published shifts for this event." />
      )}
      {groups.map((group) => (
        <ShiftGroupRow
          key={group.key}
          {...{ event, start, group, person, open, unfit, counts, isOff, now }}
          claimMode={claimMode === 'sign-up' && isOnShift ? null : claimMode}
        />
      ))}
    </SectionCard>
  )
}

type RowProps = Pick<
  Props,
  'event' | 'start' | 'person' | 'open' | 'claimMode' | 'unfit' | 'counts' | 'isOff' | 'now'
> & {
  group: ShiftGroup<Shift>
}

function ShiftGroupRow({ event, start, group, person, open, claimMode, unfit, counts, isOff, now }: RowProps) {
  const when = useDateFormats()
  const site = useSite()
  const openCount = group.open.length
  const offered = claimMode !== null && openCount > 0 && !group.mine && Date.parse(group.end) > Date.parse(now)
  const words = claimMode === 'take' ? open[group.open[0]?.id ?? 0]?.words : null
  const why = group.missing.length ? group.missing.map((one) => missingText(one, now)).join(' ') : words
  const locked = offered && Boolean(why)
  return (
    <div className={classes.role} data-on={group.mine || undefined} data-mine={group.requested || undefined}>
      <div className={`cluster ${classes.roleHead}`}>
        <h3>{group.name}</h3>
        <span>
          {counts && `${group.shifts.length - openCount - group.onHold} of ${group.shifts.length} · `}
          {when.within(group, { start })}
        </span>
      </div>
      <div className={`row cluster ${classes.people}`} data-off={isOff || undefined}>
        {group.shifts
          .filter((shift) => shift.person !== null)
          .map((shift) => (
            <PersonChip
              key={shift.id}
              name={shift.person_name ?? ''}
              me={shift.person === person}
              src={shift.person_avatar ? paths.media(site.mediaRoot, shift.person_avatar) : null}
              note={unfit[shift.id] && <UnfitMark unfit={unfit[shift.id]} />}
            />
          ))}
        {openCount > 0 && !isOff && (
          <span className={classes.free}>
            <i aria-hidden />
            {counts ? `${openCount} open` : HELP_NEEDED}
          </span>
        )}
        {group.outside && !isOff && <OutsideMark />}
        {group.onHold > 0 && !isOff && (
          <Tag tone="amber" icon={IconHourglass} quiet>
            {group.onHold === 1 || !counts ? 'On hold' : `${group.onHold} on hold`}
          </Tag>
        )}
      </div>
      <div className={classes.act}>
        {group.mine && !isOff && <StateBadge state="on" />}
        {group.requested && !group.mine && !isOff && <StateBadge state="requested" />}
        {locked && (
          <Tag tone="slate" icon={IconLock}>
            Locked
          </Tag>
        )}
        {offered && !locked && <ClaimShift event={event} group={group} canTake={claimMode === 'take'} />}
      </div>
      {locked && <p className={`muted ${classes.why}`}>{why}</p>}
    </div>
  )
}

const missingText = ({ competency, expired }: MissingCompetency, now: string) => {
  if (expired === null) return `Needs ${competency}.`
  const until = dayjs(`${expired}T12:00`).format('D MMMM YYYY')
  return `Needs ${competency}. Yours ${expired < now.slice(0, 10) ? 'ended' : 'ends'} on ${until}.`
}
