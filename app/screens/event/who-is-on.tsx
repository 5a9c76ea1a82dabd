import { Button, Text } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { useFetcher } from '@remix-run/react'
import { IconUsers } from '@tabler/icons-react'
import type { RosterShift } from '#server/events/roster.ts'
import { formError } from '../../http/answer.ts'
import { paths } from '../../paths.ts'
import { useSite, useWhen } from '../../shell/use-root.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PersonChip } from '../../ui/person-chip.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { type Duty, dutiesOf } from './duties.ts'
import classes from './event.module.css'

type Shift = SerializeFrom<RosterShift>

/** `takes`: members may take an open place at once. */
type Props = { shifts: Shift[]; person: number; takes: boolean; now: string }

/** The published roster by duty, the reader's own first; free places are drawn as seats. */
export function WhoIsOn({ shifts, person, takes, now }: Props) {
  const duties = dutiesOf(shifts, person)
  const taken = shifts.filter((shift) => shift.person !== null).length
  return (
    <SectionCard title="Who is on" count={shifts.length ? `${taken} of ${shifts.length}` : undefined}>
      {duties.length === 0 && (
        <EmptyState icon={IconUsers} title="No roster yet" text="The club has not published shifts for this event." />
      )}
      {duties.map((duty) => (
        <DutyRow key={duty.key} duty={duty} person={person} takes={takes} now={now} />
      ))}
    </SectionCard>
  )
}

function DutyRow({ duty, person, takes, now }: Omit<Props, 'shifts'> & { duty: Duty<Shift> }) {
  const when = useWhen()
  const site = useSite()
  const open = duty.shifts.filter((shift) => shift.person === null)
  const free = open.length
  const mine = duty.shifts.some((shift) => shift.person === person)
  const takable = takes && !mine && Date.parse(duty.end) > Date.parse(now) ? open[0] : undefined
  return (
    <div className={classes.role} data-on={mine || undefined}>
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
      <div className={classes.act}>
        {mine && <StateBadge state="on" />}
        {takable && <TakePlace shift={takable.id} duty={duty.name} />}
      </div>
    </div>
  )
}

/** Takes the place at once; who was too late is told and sees the place gone. */
function TakePlace({ shift, duty }: { shift: number; duty: string }) {
  const { Form, state, data } = useFetcher()
  const problem = formError(data)
  return (
    <Form method="post" action={paths.takeShift(shift)}>
      <Button
        type="submit"
        variant="light"
        h={44}
        px={18}
        loading={state !== 'idle'}
        aria-label={`Take this shift: ${duty}`}
      >
        Take this shift
      </Button>
      {problem && (
        <Text role="alert" fz="sm" c="var(--mantine-color-error)" mt={4}>
          {problem}
        </Text>
      )}
    </Form>
  )
}
