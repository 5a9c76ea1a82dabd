import { useIsomorphicEffect } from '@mantine/hooks'
import { useMatches, useRevalidator } from '@remix-run/react'
import { useCallback, useMemo, useReducer, useRef, useState } from 'react'
import type { Conflict } from '#server/engine/collections/changeset-contract.ts'
import { HANDLED_STATUSES } from '../shell/fetch-api.ts'
import { callApi } from './call-api.ts'
import { conflictsIn, type Messages, messagesIn } from './changeset.ts'

export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export type Draft<S> = { now: S; past: readonly S[] }

export type DraftStep<T> =
  | { do: 'undo' }
  | { do: 'saved' }
  | { do: 'discard' }
  | { do: 'stage'; steps: readonly T[]; final?: boolean }

const MAX_STEPS = 100

const HANDLED = [...HANDLED_STATUSES, 409]

/** Undoes the steps of one call together. `final` steps cannot be undone: that would restore what no longer exists. */
export const draftReducer =
  <S, T>(nothing: S, stage: (staged: S, step: T) => S) =>
  ({ now, past }: Draft<S>, step: DraftStep<T>): Draft<S> => {
    switch (step.do) {
      case 'saved':
        return { now: nothing, past: [] }
      case 'undo':
        return { now: past.at(-1) ?? now, past: past.slice(0, -1) }
      case 'discard':
        return { now: nothing, past: [...past.slice(1 - MAX_STEPS), now] }
      case 'stage': {
        const next = step.steps.reduce(stage, now)
        return { now: next, past: step.final ? [] : [...past.slice(1 - MAX_STEPS), now] }
      }
    }
  }

type Options<S, T> = {
  path: string
  nothing: S
  initial?: () => S
  stage: (staged: S, step: T) => S
  /** Called with the answer to a save once the page shows the stored records. */
  onSaved?: (answer: unknown) => void
}

export type Refusal<C extends Conflict = Conflict> = { body: unknown; conflicts: readonly C[]; messages: Messages }

/**
 * Stages and undoes changes, saves them all or nothing, and reports conflicts. A changeset that is sent again
 * unchanged, after a lost answer, keeps its idempotency key.
 */
export function useChangeset<S, T, C extends Conflict = Conflict>({
  path,
  nothing,
  initial = () => nothing,
  stage,
  onSaved,
}: Options<S, T>) {
  const reducer = useMemo(() => draftReducer(nothing, stage), [nothing, stage])
  const [{ now: staged, past }, dispatch] = useReducer(reducer, null, (): Draft<S> => ({ now: initial(), past: [] }))
  const [refusal, setRefusal] = useState<Refusal<C> | null>(null)
  const [phase, setPhase] = useState<'idle' | 'sending' | 'stored'>('idle')
  const sending = useRef(false)
  const answer = useRef<unknown>(undefined)
  const key = useMemo(() => (staged ? newKey() : ''), [staged])
  const { revalidate, state } = useRevalidator()
  // New whenever the page has read its data; React may batch a quick start and end, so the loading state is not always
  // rendered.
  const data = useMatches()
  const dataBefore = useRef(data)

  // Before the next paint, so that saved changes are never shown twice, as stored and as staged.
  useIsomorphicEffect(() => {
    if (phase !== 'stored') dataBefore.current = data
    if (phase !== 'stored' || state !== 'idle' || data === dataBefore.current) return
    setPhase('idle')
    dispatch({ do: 'saved' })
    onSaved?.(answer.current)
  }, [phase, state, data])

  /** @returns whether it is stored. */
  const save = async (body: object): Promise<boolean> => {
    if (sending.current || phase !== 'idle') return false
    sending.current = true
    setPhase('sending')
    setRefusal(null)
    const { ok, body: said } = await callApi('PUT', path, body, HANDLED, { 'idempotency-key': key })
    sending.current = false
    answer.current = said
    setPhase(ok ? 'stored' : 'idle')
    const conflicts = ok ? [] : conflictsIn<C>(said)
    if (!ok) setRefusal({ body: said, conflicts, messages: messagesIn(said) })
    if (ok || conflicts.length) revalidate()
    return ok
  }

  return {
    staged,
    refusal,
    setRefusal,
    saving: phase !== 'idle',
    save,
    step: useCallback((...steps: T[]) => dispatch({ do: 'stage', steps }), []),
    finalStep: useCallback((...steps: T[]) => dispatch({ do: 'stage', steps, final: true }), []),
    discard: useCallback(() => dispatch({ do: 'discard' }), []),
    canUndo: past.length > 0,
    undo: useCallback(() => dispatch({ do: 'undo' }), []),
  }
}
