import { useCallback, useReducer, useRef, useState } from 'react'
import { useSite } from '../../shell/use-root.ts'
import { Frame } from './frame.tsx'
import { Left } from './left.tsx'
import { Notices } from './notices.tsx'
import { PickPerson } from './pick-person.tsx'
import { PickRole } from './pick-role.tsx'
import { PickShift } from './pick-shift.tsx'
import { PickTime } from './pick-time.tsx'
import { Start } from './start.tsx'
import { moved, questionOf, START, type Step, signingIn, type TimeStep } from './steps.ts'
import { useClock } from './use-clock.ts'
import { useDesk } from './use-desk.ts'
import { PAGE_AGE_MS, useIdle, useWakeLock } from './use-idle.ts'

type Props = { secret: string; first: string; onStatus: (status: number) => void }

/** A paired device at work: one state at a time, back at the start after a minute without a touch. */
export function Desk({ secret, first, onStatus }: Props) {
  const { timezone } = useSite()
  const state = useDesk(secret, onStatus)
  const { data, desk, standing, offset, confirm, reload } = state
  const [way, move] = useReducer(moved, START)
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const opened = useRef(Date.now())
  const now = useClock(offset, first)
  const { step } = way
  useWakeLock()

  const go = (to: Step) => {
    setSaid('')
    setProblem('')
    move({ go: to })
  }
  /** Back to the start with fresh data; a page that has been open for long is loaded anew, where there is a connection. */
  const reset = useCallback(async () => {
    setSaid('')
    setProblem('')
    move('reset')
    if ((await reload()) && Date.now() - opened.current > PAGE_AGE_MS) window.location.reload()
  }, [reload])
  useIdle(() => {
    if (!busy) void reset()
  })

  const enter = async (at: TimeStep, time: string) => {
    setBusy(true)
    setProblem('')
    const outcome = await confirm(at, time)
    setBusy(false)
    if (!outcome.done) {
      setProblem(outcome.problem)
      return
    }
    if (at.sign === 'out' && outcome.shift) move({ left: outcome.shift })
    else {
      move('reset')
      setSaid(`${at.person.name} is signed in.`)
    }
    void reload()
  }

  if (standing !== 'ready' || !data)
    return (
      <Frame title="Kiosk" onRefresh={reload} notice={<Notices {...state} />}>
        {standing === 'away' && <p role="alert">The kiosk has no connection. It will keep trying.</p>}
      </Frame>
    )
  const back =
    step.at === 'start'
      ? {}
      : { onBack: () => (step.at === 'out_confirm' ? reset() : move('back')), onStartOver: reset }
  const frame = {
    title: questionOf(step),
    onRefresh: step.at === 'start' ? reset : reload,
    ...back,
    notice: <Notices {...state} said={said} />,
  }
  const person = (id: number, name: string) => ({ id, name })
  switch (step.at) {
    case 'start':
      return (
        <Frame {...frame} tone="start">
          <Start now={now} onIn={() => go(signingIn(desk.waiting))} onOut={() => go({ at: 'out_person' })} />
        </Frame>
      )
    case 'in_person':
      return (
        <Frame {...frame}>
          <PickShift
            shifts={desk.waiting}
            timeOf="start"
            onPick={(shift) =>
              go({ at: 'time', sign: 'in', person: person(shift.person, shift.person_name), role: null, shift })
            }
            onNotListed={() => go({ at: 'find_person', letter: null })}
          />
        </Frame>
      )
    case 'find_person':
      return (
        <Frame {...frame}>
          <PickPerson
            people={data.lists.people.flatMap((id) => data.results.people[id] ?? [])}
            signedIn={new Set(desk.signedIn.map((shift) => shift.person))}
            letter={step.letter}
            onLetter={(letter) => move({ letter })}
            onPick={(found) => go({ at: 'role', person: found })}
          />
        </Frame>
      )
    case 'role':
      return (
        <Frame {...frame}>
          <PickRole
            roles={data.lists.roles.flatMap((id) => data.results.roles[id] ?? [])}
            onPick={(role) => go({ at: 'time', sign: 'in', person: step.person, role, shift: null })}
          />
        </Frame>
      )
    case 'time':
      return (
        <PickTime frame={frame} step={step} now={now} zone={timezone} busy={busy} problem={problem} onConfirm={enter} />
      )
    case 'out_person':
      return (
        <Frame {...frame}>
          <PickShift
            shifts={desk.signedIn}
            timeOf="actual_start"
            empty="Nobody is currently signed in"
            onPick={(shift) =>
              go({ at: 'time', sign: 'out', person: person(shift.person, shift.person_name), role: null, shift })
            }
          />
        </Frame>
      )
    case 'out_confirm':
      return (
        <Frame {...frame} tone="thanks">
          <Left shift={step.shift} onDone={reset} />
        </Frame>
      )
  }
}
