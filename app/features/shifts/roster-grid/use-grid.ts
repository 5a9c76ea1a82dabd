import { useRevalidator } from '@remix-run/react'
import { useRef, useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import { conflictsIn } from '#app/collections/changeset.ts'
import { problemText } from '#app/collections/problem-text.ts'
import type { BegunQuestion } from '#app/ui/use-begun-question.tsx'
import type { Conflict } from '#server/engine/collections/changeset-contract.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import type { AssignStep, UnfitStep } from '#server/shifts/assign/contract.ts'
import type { GridShift } from '#server/shifts/grid/contract.ts'

/** The person to assign, the previous person, and the version of the shift that the choice was made from. */
export type GridStep = AssignStep & { was: number | null; version: string }
type Deed = { steps: readonly GridStep[]; words: string }
type Refused = Deed & { problem: string; conflicts: readonly Conflict[] }
type Doubted = Deed & { unfit: readonly UnfitStep[] }
type Assigned = { notifies: NotificationPreview; versions: Record<number, string> }

const MAX_DEEDS = 50

/**
 * Assigns people immediately. Every change is checked against its version and can be undone. Notifications wait, so
 * that a change undone in time notifies no one.
 */
export function useGrid(shifts: readonly GridShift[], askAboutBegun: BegunQuestion['ask']) {
  const { revalidate } = useRevalidator()
  const [done, setDone] = useState<readonly Deed[]>([])
  const [said, setSaid] = useState<{ words: string; notifies: NotificationPreview | null }>({
    words: '',
    notifies: null,
  })
  const [refused, setRefused] = useState<Refused | null>(null)
  const [doubted, setDoubted] = useState<Doubted | null>(null)
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  /**
   * The version after one of our own steps, by shift and earlier version. Shifts saved together share a version, so
   * each has its own entry.
   */
  const successors = useRef(new Map<string, string>())
  const currentVersion = (shift: number, version: string): string => {
    const next = successors.current.get(`${shift} ${version}`)
    return next === undefined ? version : currentVersion(shift, next)
  }

  const current = (steps: readonly GridStep[]) =>
    steps.map((step) => ({ ...step, version: currentVersion(step.shift, step.version) }))

  /** Saves all steps or none. @returns the people to be notified, or null when refused. */
  const put = async (deed: Deed): Promise<NotificationPreview | null> => {
    const steps = current(deed.steps)
    setBusy(new Set(steps.map(({ shift }) => shift)))
    const { ok, body } = await callApi('PUT', '/api/roster/people', { steps }, [409])
    const answer = ok ? (body as Assigned) : null
    for (const { shift, version } of steps) {
      const next = answer?.versions[shift]
      if (next !== undefined && next !== version) successors.current.set(`${shift} ${version}`, next)
    }
    setRefused(answer ? null : { ...deed, problem: problemText(body), conflicts: conflictsIn(body) })
    setBusy(new Set())
    revalidate()
    return answer?.notifies ?? null
  }
  const act = async (steps: readonly GridStep[], words: string) => {
    if (!steps.length) return
    const notifies = await put({ steps, words })
    if (!notifies) return
    setDone((before) => [...before.slice(1 - MAX_DEEDS), { steps, words }])
    setSaid({ words, notifies })
  }
  const actOnBegun = (steps: readonly GridStep[], words: string) => {
    const begun = shifts.filter((shift) => shift.begun && steps.some(takesFrom(shift)))
    askAboutBegun(
      begun.map(({ name }) => name ?? ''),
      () => void act(steps, words),
    )
  }
  const actOrAsk = async (steps: readonly GridStep[], words: string) => {
    if (!steps.length) return
    const { ok, body } = await callApi('POST', '/api/roster/people', { steps: current(steps) }, [409])
    if (!ok) return setRefused({ steps, words, problem: problemText(body), conflicts: conflictsIn(body) })
    const { unfit } = body as { unfit: readonly UnfitStep[] }
    if (unfit.length) setDoubted({ steps, words, unfit })
    else actOnBegun(steps, words)
  }
  return {
    words: said.words,
    notifies: said.notifies,
    problem: refused?.problem,
    canKeepMine: refused !== null && refused.conflicts.length > 0 && !refused.conflicts.some(({ removed }) => removed),
    busy,
    canUndo: done.length > 0,
    doubted,
    assignAnyway: () => {
      setDoubted(null)
      if (doubted) actOnBegun(doubted.steps, doubted.words)
    },
    assignNobody: () => setDoubted(null),
    actOrAsk,
    assign: (shift: GridShift, person: number | null, name: string) =>
      actOnBegun([stepOf(shift, person)], person === null ? `${shift.name} removed` : `${name} assigned`),
    keepMine: () => {
      if (!refused) return
      const { conflicts, steps, words } = refused
      const mine = steps.map((step) => {
        const stored = conflicts.find(({ id }) => id === step.shift)
        return stored?.version ? { ...step, version: stored.version, was: personIn(stored) } : step
      })
      return actOrAsk(mine, words)
    },
    takeTheirs: () => setRefused(null),
    undo: async () => {
      const last = done.at(-1)
      if (!last) return
      setDone((before) => before.slice(0, -1))
      const steps = last.steps.map((step) => {
        const shift = shifts.find(({ id }) => id === step.shift)
        // Uses the version that is shown now, unless someone else is on the shift by then.
        const version = shift && shift.person === step.person ? shift.version : step.version
        return { ...step, person: step.was, was: step.person, version }
      })
      const notifies = await put({ steps, words: last.words })
      if (notifies) setSaid({ words: `Undone: ${last.words}`, notifies })
    },
  }
}

export type GridActions = ReturnType<typeof useGrid>

export const stepOf = ({ id, person: was, version }: GridShift, person: number | null): GridStep => ({
  shift: id,
  person,
  was,
  version,
})

const takesFrom =
  ({ id, person }: GridShift) =>
  (step: GridStep) =>
    step.shift === id && person !== null && step.person !== person

const personIn = ({ fields }: Conflict) => (typeof fields.person === 'number' ? fields.person : null)
