import { useRevalidator } from '@remix-run/react'
import { IconCheck, IconHourglass, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { FullAssignment } from '#server/waiting/contract.ts'
import { firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { PlainButton } from '../../ui/plain/plain-button.tsx'
import { Tag } from '../../ui/state-badge.tsx'
import { ordinal } from './ordinal.ts'
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
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (method: string, path: string, input?: object) => {
    setBusy(`${method} ${path}`)
    const { ok, body } = await callApi(method, path, input, [400, 403, 404, 409])
    setBusy(null)
    setProblem(ok ? null : (firstMessage(body, []) ?? 'This did not work.'))
    revalidate()
  }
  const shown = assignments.filter(({ place }) => place !== null || mayJoin)
  if (!shown.length) return null
  return (
    <div className={classes.lists} aria-live="polite">
      {shown.map((one) =>
        one.hold_until ? (
          <Held key={one.assignment} one={one} busy={busy !== null} send={send} />
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
              disabled={busy !== null}
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
              disabled={busy !== null}
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

type HeldProps = { one: FullAssignment; busy: boolean; send: (method: string, path: string) => Promise<void> }

function Held({ one, busy, send }: HeldProps) {
  const when = useDateFormats()
  return (
    <div className={classes.list}>
      <Tag tone="amber" icon={IconHourglass}>
        Held for you until {when.format(one.hold_until!, 'ddd D MMM')}, {when.time(one.hold_until!)}
      </Tag>
      <p>
        <b>{one.name}</b>
        {one.offered_start && one.offered_end && `, ${when.range(one.offered_start, one.offered_end)}`}
      </p>
      <div className={classes.pair}>
        <PlainButton
          variant="light"
          h={44}
          disabled={busy}
          leftSection={<IconCheck size={18} aria-hidden />}
          onClick={() => send('PUT', `/api/waiting/${one.place}/accept`)}
        >
          Take it
        </PlainButton>
        <PlainButton
          variant="default"
          h={44}
          disabled={busy}
          leftSection={<IconX size={18} aria-hidden />}
          onClick={() => send('PUT', `/api/waiting/${one.place}/decline`)}
        >
          Not this time
        </PlainButton>
      </div>
      <p className={classes.how}>A no offers it to the next person. You keep your place for other shifts.</p>
    </div>
  )
}
