import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import type { GridPlace } from '#server/shifts/grid/contract.ts'
import { fetchApi } from '../../shell/fetch-api.ts'

type Step = { shift: number; person: number | null; was: number | null; words: string }

/** Puts people on places at once, one step at a time, each of which can be taken back. */
export function useGrid() {
  const { revalidate } = useRevalidator()
  const [done, setDone] = useState<Step[]>([])
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<number | null>(null)

  const put = async ({ shift, person, was }: Step): Promise<boolean> => {
    setBusy(shift)
    setProblem(undefined)
    const answer = await fetchApi(`/api/shifts/${shift}/person`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ person, was }),
    }).catch(() => null)
    setBusy(null)
    revalidate()
    if (answer?.ok) return true
    const body: { detail?: string } | null = await answer?.json().catch(() => null)
    setProblem(body?.detail ?? 'That did not work. Try again.')
    return false
  }
  return {
    words,
    problem,
    busy,
    canUndo: done.length > 0,
    assign: async (place: GridPlace, person: number | null, name: string) => {
      const step = {
        shift: place.id,
        person,
        was: place.person,
        words: person === null ? `${place.name} is off` : `${name} is on`,
      }
      if (!(await put(step))) return
      setDone((before) => [...before.slice(-49), step])
      setWords(step.words)
    },
    undo: async () => {
      const last = done.at(-1)
      if (!last) return
      setDone((before) => before.slice(0, -1))
      if (await put({ ...last, person: last.was, was: last.person })) setWords(`Undone: ${last.words}`)
    },
  }
}

export type GridActions = ReturnType<typeof useGrid>
