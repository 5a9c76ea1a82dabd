import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import type { GridPlace } from '#server/shifts/grid/contract.ts'
import { fetchApi } from '../../shell/fetch-api.ts'

export type GridStep = { shift: number; person: number | null; was: number | null }
/** Steps that were made together are taken back together. */
type Deed = { steps: readonly GridStep[]; words: string }

const MOST_DEEDS = 50

/** Puts people on places at once. Every deed can be taken back, and is checked against who was there when it was decided. */
export function useGrid() {
  const { revalidate } = useRevalidator()
  const [done, setDone] = useState<readonly Deed[]>([])
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())

  /** One after the other, until one is refused. @returns those that were done. */
  const put = async (steps: readonly GridStep[]): Promise<GridStep[]> => {
    setBusy(new Set(steps.map(({ shift }) => shift)))
    setProblem(undefined)
    const stored: GridStep[] = []
    for (const step of steps) {
      const refused = await send(step)
      if (refused !== null) {
        setProblem(refused)
        break
      }
      stored.push(step)
    }
    setBusy(new Set())
    revalidate()
    return stored
  }
  const act = async (steps: readonly GridStep[], said: string) => {
    if (!steps.length) return
    const stored = await put(steps)
    if (!stored.length) return
    setDone((before) => [...before.slice(1 - MOST_DEEDS), { steps: stored, words: said }])
    setWords(said)
  }
  return {
    words,
    problem,
    busy,
    canUndo: done.length > 0,
    act,
    assign: (place: GridPlace, person: number | null, name: string) =>
      act([{ shift: place.id, person, was: place.person }], person === null ? `${place.name} is off` : `${name} is on`),
    undo: async () => {
      const last = done.at(-1)
      if (!last) return
      setDone((before) => before.slice(0, -1))
      const back = last.steps.map(({ shift, person, was }) => ({ shift, person: was, was: person })).reverse()
      if ((await put(back)).length) setWords(`Undone: ${last.words}`)
    },
  }
}

export type GridActions = ReturnType<typeof useGrid>

/** @returns what the server says against it, null when it is done. */
async function send({ shift, person, was }: GridStep): Promise<string | null> {
  const answer = await fetchApi(`/api/shifts/${shift}/person`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ person, was }),
  }).catch(() => null)
  if (answer?.ok) return null
  const body: { detail?: string } | null = (await answer?.json().catch(() => null)) ?? null
  return body?.detail ?? 'That did not work. Try again.'
}
