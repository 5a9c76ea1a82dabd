import type { SerializeFrom } from '@remix-run/node'
import { IconUsers } from '@tabler/icons-react'
import type { RosterShift } from '#server/events/roster.ts'
import { paths } from '../../paths.ts'
import { useSite, useWhen } from '../../shell/use-root.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PersonChip } from '../../ui/person-chip.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { type Duty, dutiesOf } from './duties.ts'
import classes from './event.module.css'

type Shift = SerializeFrom<RosterShift>

/** The published roster by duty, the reader's own first; free places are drawn as seats. */
export function WhoIsOn({ shifts, person }: { shifts: Shift[]; person: number }) {
  const duties = dutiesOf(shifts, person)
  const taken = shifts.filter((shift) => shift.person !== null).length
  return (
    <SectionCard title="Who is on" count={shifts.length ? `${taken} of ${shifts.length}` : undefined}>
      {duties.length === 0 && (
        <EmptyState icon={IconUsers} title="No roster yet" text="The club has not published shifts for this event." />
      )}
      {duties.map((duty) => (
        <DutyRow key={duty.key} duty={duty} person={person} />
      ))}
    </SectionCard>
  )
}

function DutyRow({ duty, person }: { duty: Duty<Shift>; person: number }) {
  const when = useWhen()
  const site = useSite()
  const free = duty.shifts.filter((shift) => shift.person === null).length
  return (
    <div className={classes.role}>
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
            {free === 1 ? '1 place' : `${free} places`}
          </span>
        )}
      </div>
    </div>
  )
}
