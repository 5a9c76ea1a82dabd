import type { SerializeFrom } from '@remix-run/node'
import { IconLock, IconUsers } from '@tabler/icons-react'
import dayjs from 'dayjs'
import type { MissingCompetency, OwnRequest } from '#server/requests/sign-up/contract.ts'
import type { RosterShift } from '#server/shifts/roster.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats, useSite } from '../../shell/use-root.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PersonChip } from '../../ui/person-chip.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StateBadge, Tag } from '../../ui/state-badge.tsx'
import { AskForDuty } from './ask-for-duty.tsx'
import { type Duty, dutiesOf } from './duties.ts'
import classes from './event.module.css'

type Shift = SerializeFrom<RosterShift>

type Props = {
  event: number
  shifts: Shift[]
  person: number
  request: SerializeFrom<OwnRequest> | null
  /** What an open place offers: it can be taken at once, or one asks for it, or neither. */
  asks: 'take' | 'sign-up' | null
  lacks: MissingCompetency[]
  now: string
}

/** The published roster by duty, the reader's own first; free places are drawn as seats, with the way onto them. */
export function WhoIsOn({ event, shifts, person, request, asks, lacks, now }: Props) {
  const waits = request?.state === 'waiting'
  const duties = dutiesOf(shifts, { person, wish: waits ? request : null, lacks })
  const taken = shifts.filter((shift) => shift.person !== null).length
  const on = duties.some(({ mine }) => mine)
  return (
    <SectionCard title="Who is on" count={shifts.length ? `${taken} of ${shifts.length}` : undefined}>
      {duties.length === 0 && (
        <EmptyState icon={IconUsers} title="No roster yet" text="The club has not published shifts for this event." />
      )}
      {duties.map((duty) => (
        <DutyRow key={duty.key} {...{ event, duty, person, now }} asks={asks === 'sign-up' && on ? null : asks} />
      ))}
    </SectionCard>
  )
}

type RowProps = Pick<Props, 'event' | 'person' | 'asks' | 'now'> & { duty: Duty<Shift> }

function DutyRow({ event, duty, person, asks, now }: RowProps) {
  const when = useDateFormats()
  const site = useSite()
  const free = duty.free.length
  const offered = asks !== null && free > 0 && !duty.mine && Date.parse(duty.end) > Date.parse(now)
  const locked = offered && duty.lacks.length > 0
  return (
    <div className={classes.role} data-on={duty.mine || undefined} data-mine={duty.wished || undefined}>
      <div className={classes.roleHead}>
        <h3>{duty.name}</h3>
        <span>
          {duty.shifts.length - free} of {duty.shifts.length} · {when.range(duty.start, duty.end)}
        </span>
      </div>
      <div className={classes.people}>
        {duty.shifts
          .filter((shift) => shift.person !== null)
          .map((shift) => (
            <PersonChip
              key={shift.id}
              name={shift.person_name ?? ''}
              me={shift.person === person}
              src={shift.person_avatar ? paths.media(site.mediaRoot, shift.person_avatar) : null}
            />
          ))}
        {free > 0 && (
          <span className={classes.free}>
            <i aria-hidden />
            {free === 1 ? '1 open' : `${free} open`}
          </span>
        )}
      </div>
      <div className={classes.act}>
        {duty.mine && <StateBadge state="on" />}
        {duty.wished && !duty.mine && <StateBadge state="requested" />}
        {locked && (
          <Tag tone="slate" icon={IconLock}>
            Locked
          </Tag>
        )}
        {offered && !locked && <AskForDuty event={event} duty={duty} takes={asks === 'take'} />}
      </div>
      {locked && <p className={classes.why}>{duty.lacks.map((lack) => lackWords(lack, now)).join(' ')}</p>}
    </div>
  )
}

/** Why a duty is closed to the reader. */
const lackWords = ({ competency, expired }: MissingCompetency, now: string) => {
  if (expired === null) return `Needs ${competency}.`
  const until = dayjs(`${expired}T12:00`).format('D MMMM YYYY')
  return `Needs ${competency}. Yours ${expired < now.slice(0, 10) ? 'ended' : 'ends'} on ${until}.`
}
