import { Link } from '@remix-run/react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import type { FullAssignment } from '#server/waiting/contract.ts'
import { Held } from './held.tsx'
import { ListProblem } from './list-problem.tsx'
import { ordinal } from './ordinal.ts'
import { useListCalls } from './use-list-calls.ts'
import classes from './waiting.module.css'

type Props = {
  /** Called off: nothing is offered, and the waited-for shift may return. */
  isOff: boolean
  assignments: readonly FullAssignment[]
  /** Whether an opened shift is offered automatically; otherwise coordinators offer it. */
  selfAssign: boolean
}

/** The lists that the viewer is on. */
export function WaitingLists({ isOff, assignments, selfAssign }: Props) {
  const { busy, problem, send, answer } = useListCalls()
  const when = useDateFormats()
  const shown = assignments.filter(({ place }) => place !== null)
  if (!shown.length) return <ListProblem problem={problem} />
  const firstHeld = shown.find(({ held }) => held)
  return (
    <div className={classes.lists} aria-live="polite">
      {shown.map((one) =>
        one.held && one.place !== null ? (
          <div key={one.assignment} className={classes.list}>
            <Held
              one={{ ...one.held, name: one.name, place: one.place }}
              busy={busy}
              answer={answer}
              atThumb={one === firstHeld}
            />
            {one.since && <p className={classes.how}>Joined on {when.short(one.since)}.</p>}
            <Leave name={one.name} busy={busy} onClick={() => send('DELETE', `/api/waiting/${one.place}`)} />
          </div>
        ) : (
          <div key={one.assignment} className={classes.list}>
            <p>
              <b>
                You are {ordinal(one.position)} on the waiting list for {one.name}
              </b>
            </p>
            <p className={classes.how}>
              {isOff
                ? 'The event is called off. You keep your place in case it goes ahead after all.'
                : selfAssign
                  ? 'When a shift opens up or someone can’t come, the first person on the list is asked and it is held for them.'
                  : 'When someone can’t come, the first person on the list is asked. Coordinators offer open shifts.'}{' '}
              <Link to={paths.openShifts}>See open shifts</Link>
            </p>
            <Leave name={one.name} busy={busy} onClick={() => send('DELETE', `/api/waiting/${one.place}`)} />
          </div>
        ),
      )}
      <ListProblem problem={problem} />
    </div>
  )
}

const Leave = ({ name, busy, onClick }: { name: string; busy: boolean; onClick: () => void }) => (
  <PlainButton variant="subtle" h={44} disabled={busy} onClick={onClick} aria-label={`Leave the list for ${name}`}>
    Leave the list
  </PlainButton>
)
