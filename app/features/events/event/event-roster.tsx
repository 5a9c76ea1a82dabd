import type { SerializeFrom } from '@remix-run/node'
import { IconHourglass, IconLock, IconUsers } from '@tabler/icons-react'
import { HELP_NEEDED } from '#app/features/open-shifts/shift-words.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilledBar } from '#app/ui/filled-bar.tsx'
import { OutsideMark } from '#app/ui/outside-mark.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { StateBadge, Tag } from '#app/ui/state-badge.tsx'
import type { OpenForReader } from '#server/open-shifts/own-obstacles.ts'
import type { MissingCompetency } from '#server/requests/sign-up/contract.ts'
import type { RosterShift } from '#server/shifts/roster.ts'
import { CrewChip } from './crew-chip.tsx'
import classes from './event.module.css'
import type { ShiftGroup } from './shift-groups.ts'
import { isOffered } from './ways-in.ts'

type Shift = SerializeFrom<RosterShift>

type Props = {
  start: string
  groups: ShiftGroup<Shift>[]
  person: number
  claimMode: 'take' | 'sign-up' | null
  open: Record<number, OpenForReader>
  /** Whether the reader coordinates: they see counts, and reach the people. */
  admin: boolean
  isOff: boolean
  now: string
}

export function EventRoster({ groups, claimMode, ...props }: Props) {
  const { admin, isOff } = props
  const shifts = groups.flatMap((group) => group.shifts)
  const filledCount = shifts.filter((shift) => shift.person !== null).length
  const isOnShift = groups.some(({ mine }) => mine)
  return (
    <SectionCard
      title={isOff ? 'Who was on' : 'Who is on'}
      count={!shifts.length ? undefined : admin ? <FilledBar filled={filledCount} all={shifts.length} /> : filledCount}
    >
      {groups.length === 0 && (
        <EmptyState icon={IconUsers} title="No roster yet" text="The club has not published shifts for this event." />
      )}
      {groups.map((group) => (
        <ShiftGroupRow
          key={group.key}
          {...{ group, ...props }}
          claimMode={claimMode === 'sign-up' && isOnShift ? null : claimMode}
        />
      ))}
    </SectionCard>
  )
}

type RowProps = Omit<Props, 'groups'> & { group: ShiftGroup<Shift> }

function ShiftGroupRow({ start, group, person, open, claimMode, admin, isOff, now }: RowProps) {
  const when = useDateFormats()
  const openCount = group.open.length
  const words = claimMode === 'take' ? open[group.open[0]?.id ?? 0]?.words : null
  const why = group.missing.length ? group.missing.map((one) => missingText(one, now, when.day)).join(' ') : words
  const locked = claimMode !== null && isOffered(group, now) && Boolean(why)
  return (
    <div className={classes.role} data-on={group.mine || undefined} data-mine={group.requested || undefined}>
      <div className={`cluster ${classes.roleHead}`}>
        <h3>{group.name}</h3>
        <span>
          {admin && `${group.shifts.length - openCount - group.onHold} of ${group.shifts.length} · `}
          {when.within(group, { start })}
        </span>
      </div>
      <div className={`row cluster ${classes.people}`} data-off={isOff || undefined}>
        {group.shifts
          .filter((shift) => shift.person !== null)
          .map((shift) => (
            <CrewChip key={shift.id} shift={shift} me={shift.person === person} admin={admin} now={now} />
          ))}
        {openCount > 0 && !isOff && (
          <span className={classes.free}>
            <i aria-hidden />
            {admin ? `${openCount} open` : HELP_NEEDED}
          </span>
        )}
        {group.outside && !isOff && <OutsideMark />}
        {group.onHold > 0 && !isOff && (
          <Tag tone="amber" icon={IconHourglass} quiet>
            {group.onHold === 1 || !admin ? 'On hold' : `${group.onHold} on hold`}
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
      </div>
      {locked && <p className={`muted ${classes.why}`}>{why}</p>}
    </div>
  )
}

const missingText = ({ competency, expired }: MissingCompetency, now: string, dayOf: (day: string) => string) => {
  if (expired === null) return `Needs ${competency}.`
  return `Needs ${competency}. Yours ${expired < now.slice(0, 10) ? 'ended' : 'ends'} on ${dayOf(expired)}.`
}
