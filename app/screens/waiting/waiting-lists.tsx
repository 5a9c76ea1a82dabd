import type { FullAssignment } from '#server/waiting/contract.ts'
import { PlainButton } from '../../ui/plain/plain-button.tsx'
import { Held } from './held.tsx'
import { ordinal } from './ordinal.ts'
import { useListCalls } from './use-list-calls.ts'
import classes from './waiting.module.css'

type Props = {
  event: number
  assignments: readonly FullAssignment[]
  /** Whether the viewer may join further lists: the event takes sign-ups, and they are on none of its shifts. */
  mayJoin: boolean
  /** Whether an opened shift is offered by itself, else by coordinators. */
  selfAssign: boolean
}

/** One's places on the waiting lists of an event, what is held for one, and the lists that one can join. */
export function WaitingLists({ event, assignments, mayJoin, selfAssign }: Props) {
  const { busy, problem, send } = useListCalls()
  const shown = assignments.filter(({ place }) => place !== null || mayJoin)
  if (!shown.length) return null
  return (
    <div className={classes.lists} aria-live="polite">
      {shown.map((one) =>
        one.hold_until ? (
          <div key={one.assignment} className={classes.list}>
            <Held one={one} busy={busy} send={send} />
          </div>
        ) : one.place !== null ? (
          <div key={one.assignment} className={classes.list}>
            <p>
              <b>
                You are {ordinal(one.position)} on the waiting list for {one.name}
              </b>
            </p>
            <p className={classes.how}>
              {selfAssign
                ? 'When a shift opens, it is offered to the first on the list and held for them.'
                : 'When a shift opens, the coordinators offer it from the list.'}
            </p>
            <PlainButton
              variant="subtle"
              h={44}
              disabled={busy}
              onClick={() => send('DELETE', `/api/waiting/${one.place}`)}
              aria-label={`Leave the list for ${one.name}`}
            >
              Leave the list
            </PlainButton>
          </div>
        ) : (
          <div key={one.assignment} className={classes.list}>
            <p>
              <b>{one.name}:</b> everything is taken.
            </p>
            <PlainButton
              variant="default"
              h={44}
              disabled={busy}
              onClick={() => send('POST', '/api/waiting', { event, assignment: one.assignment })}
              aria-label={`Join the list for ${one.name}: you would be ${ordinal(one.waiting + 1)}`}
            >
              Join the list, you would be {ordinal(one.waiting + 1)}
            </PlainButton>
          </div>
        ),
      )}
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
