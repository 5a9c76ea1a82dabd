import { useCallback, useReducer, useRef, useState } from 'react'
import { useSite } from '#app/shell/use-root.ts'
import type { KioskShift } from '#server/kiosks/signing/contract.ts'
import { isOver } from '#server/shifts/hours/limits.pure.ts'
import { Frame } from './frame.tsx'
import { Notices } from './notices.tsx'
import { PickPerson } from './pick-person.tsx'
import { PickRole } from './pick-role.tsx'
import { PickShift } from './pick-shift.tsx'
import { PickTime } from './pick-time.tsx'
import { SignedOut } from './signed-out.tsx'
import { Start } from './start.tsx'
import { afterForgotten, firstSignInStep, questionFor, reduce, START, type Step, type TimeStep } from './steps.ts'
import { StillSignedIn } from './still-signed-in.tsx'
import { useClock } from './use-clock.ts'
import { PAGE_AGE_MS, useIdle, useWakeLock } from './use-idle.ts'
import { useKiosk } from './use-kiosk.ts'

type Props = { secret: string; renderedAt: string; onStatus: (status: number) => void }

export function PairedKiosk({ secret, renderedAt, onStatus }: Props) {
  const { timezone } = useSite()
  const state = useKiosk(secret, onStatus)
  const { data, lists, kioskStatus, clock, confirm, undoSignOut, reload } = state
  const [navigation, move] = useReducer(reduce, START)
  const [doneMessage, setDoneMessage] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const openedAt = useRef(performance.now())
  const now = useClock(clock, renderedAt)
  const { step } = navigation
  useWakeLock()

  const goTo = (target: Step) => {
    setDoneMessage('')
    setProblem('')
    move({ go: target })
  }
  /** Returns to the start with fresh data; reloads a page that has been open for hours, if connected. */
  const reset = useCallback(async () => {
    setDoneMessage('')
    setProblem('')
    move('reset')
    if ((await reload()) && performance.now() - openedAt.current > PAGE_AGE_MS) window.location.reload()
  }, [reload])
  useIdle(() => {
    if (!busy) void reset()
  })

  const confirmTime = async (timeStep: TimeStep, time: string) => {
    setBusy(true)
    setProblem('')
    const outcome = await confirm(timeStep, time)
    setBusy(false)
    if (!outcome.done) {
      setProblem(outcome.problem)
      return
    }
    if (timeStep.sign === 'out' && outcome.shift) move({ left: outcome.shift })
    else {
      move('reset')
      setDoneMessage(`${timeStep.person.name} is signed in.`)
    }
    void reload()
  }
  const undo = async (shift: KioskShift) => {
    setBusy(true)
    const problem = await undoSignOut(shift)
    setBusy(false)
    if (problem) return setProblem(problem)
    move('reset')
    setDoneMessage(`${shift.person_name} is signed in again.`)
    void reload()
  }
  /** A shift that is over does not prevent signing in. Shifts waiting for the connection have no plan yet. */
  const over = lists.signedIn.filter((shift) => shift.id > 0 && isOver(shift, now))
  const goToSignIn = (next: Step, person: number) => goTo(afterForgotten(next, person, over))
  const endForgotten = async ({ shift, next }: Extract<Step, { at: 'forgotten' }>) => {
    setBusy(true)
    setProblem('')
    const person = { id: shift.person, name: shift.person_name }
    const outcome = await confirm({ at: 'time', sign: 'out', person, role: null, shift }, shift.end)
    setBusy(false)
    if (!outcome.done) return setProblem(outcome.problem)
    goTo(next)
    void reload()
  }

  if (kioskStatus !== 'ready' || !data)
    return (
      <Frame title="Kiosk" onRefresh={reload} notice={<Notices {...state} />}>
        {kioskStatus === 'away' && <p role="alert">The kiosk has no connection. It will keep trying.</p>}
      </Frame>
    )
  const backProps =
    step.at === 'start'
      ? {}
      : { onBack: () => (step.at === 'out_confirm' ? reset() : move('back')), onStartOver: reset }
  const frameProps = {
    title: questionFor(step),
    onRefresh: step.at === 'start' ? reset : reload,
    ...backProps,
    notice: <Notices {...state} doneMessage={doneMessage} />,
  }
  const person = (id: number, name: string) => ({ id, name })
  switch (step.at) {
    case 'start':
      return (
        <Frame {...frameProps} tone="start">
          <Start
            now={now}
            onSignIn={() => goTo(firstSignInStep(lists.waiting))}
            onSignOut={() => goTo({ at: 'out_person' })}
          />
        </Frame>
      )
    case 'in_person':
      return (
        <Frame {...frameProps}>
          <PickShift
            shifts={lists.waiting}
            now={now}
            timeField="start"
            onPick={(shift) =>
              goToSignIn(
                { at: 'time', sign: 'in', person: person(shift.person, shift.person_name), role: null, shift },
                shift.person,
              )
            }
            onNotListed={() => goTo({ at: 'find_person', letter: null })}
          />
        </Frame>
      )
    case 'find_person':
      return (
        <Frame {...frameProps}>
          <PickPerson
            people={data.lists.people.flatMap((id) => data.results.people[id] ?? [])}
            signedIn={new Set(lists.signedIn.filter((shift) => !over.includes(shift)).map((shift) => shift.person))}
            letter={step.letter}
            onLetter={(letter) => move({ letter })}
            onPick={(person) => goToSignIn({ at: 'role', person }, person.id)}
          />
        </Frame>
      )
    case 'role':
      return (
        <Frame {...frameProps}>
          <PickRole
            roles={data.lists.roles.flatMap((id) => data.results.roles[id] ?? [])}
            onPick={(role) => goTo({ at: 'time', sign: 'in', person: step.person, role, shift: null })}
          />
        </Frame>
      )
    case 'forgotten':
      return (
        <Frame {...frameProps}>
          <StillSignedIn
            shift={step.shift}
            now={now}
            busy={busy}
            problem={problem}
            onEnd={() => endForgotten(step)}
            onSkip={() => goTo(step.next)}
          />
        </Frame>
      )
    case 'time':
      return (
        <PickTime
          frame={frameProps}
          step={step}
          now={now}
          zone={timezone}
          busy={busy}
          problem={problem}
          onConfirm={confirmTime}
        />
      )
    case 'out_person':
      return (
        <Frame {...frameProps}>
          <PickShift
            shifts={lists.signedIn}
            now={now}
            timeField="actual_start"
            empty="Nobody is currently signed in"
            onPick={(shift) =>
              goTo({ at: 'time', sign: 'out', person: person(shift.person, shift.person_name), role: null, shift })
            }
          />
        </Frame>
      )
    case 'out_confirm':
      return (
        <Frame {...frameProps} tone="thanks">
          <SignedOut shift={step.shift} busy={busy} problem={problem} onUndo={() => undo(step.shift)} onDone={reset} />
        </Frame>
      )
  }
}
