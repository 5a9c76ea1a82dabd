import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import type { AssignStep } from '#server/shifts/assign/contract.ts'
import type { GridPlace } from '#server/shifts/grid/contract.ts'
import { fetchApi } from '../../shell/fetch-api.ts'

export type GridStep = AssignStep
/** Steps that were made together are taken back together. */
type Deed = { steps: readonly GridStep[]; words: string }

const MOST_DEEDS = 50

/**
 * Puts people on places at once. Every deed can be taken back, and is checked against who was there when it was decided. Its
 * messages wait a little, so that what is taken back in time tells nobody.
 */
export function useGrid() {
  const { revalidate } = useRevalidator()
  const [done, setDone] = useState<readonly Deed[]>([])
  const [said, setSaid] = useState<{ words: string; notifies: NotificationPreview | null }>({
    words: '',
    notifies: null,
  })
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())

  /** All of them, or none when one is refused. @returns whom it tells, null when it was refused. */
  const put = async (steps: readonly GridStep[]): Promise<NotificationPreview | null> => {
    setBusy(new Set(steps.map(({ shift }) => shift)))
    const answer = await send(steps)
    setProblem(answer.refused)
    setBusy(new Set())
    revalidate()
    return answer.notifies ?? null
  }
  const act = async (steps: readonly GridStep[], words: string) => {
    if (!steps.length) return
    const notifies = await put(steps)
    if (!notifies) return
    setDone((before) => [...before.slice(1 - MOST_DEEDS), { steps, words }])
    setSaid({ words, notifies })
  }
  return {
    words: said.words,
    notifies: said.notifies,
    problem,
    busy,
    canUndo: done.length > 0,
    act,
    assign: (place: GridPlace, person: number | null, name: string) =>
      act(
        [{ shift: place.id, person, was: place.person }],
        person === null ? `${place.name} removed` : `${name} assigned`,
      ),
    undo: async () => {
      const last = done.at(-1)
      if (!last) return
      setDone((before) => before.slice(0, -1))
      const notifies = await put(last.steps.map(({ shift, person, was }) => ({ shift, person: was, was: person })))
      if (notifies) setSaid({ words: `Undone: ${last.words}`, notifies })
    },
  }
}

export type GridActions = ReturnType<typeof useGrid>

/** @returns whom it tells, or what the server says against it. */
async function send(steps: readonly GridStep[]): Promise<{ notifies?: NotificationPreview; refused?: string }> {
  const answer = await fetchApi('/api/roster/people', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ steps }),
  }).catch(() => null)
  const body: { notifies?: NotificationPreview; detail?: string } | null =
    (await answer?.json().catch(() => null)) ?? null
  return answer?.ok && body?.notifies
    ? { notifies: body.notifies }
    : { refused: body?.detail ?? 'That did not work. Please try again.' }
}
