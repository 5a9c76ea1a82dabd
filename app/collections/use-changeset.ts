import { useIsomorphicEffect } from '@mantine/hooks'
import { useRevalidator } from '@remix-run/react'
import { useCallback, useMemo, useReducer, useRef, useState } from 'react'
import type { Conflict } from '#server/engine/collections/changeset-contract.ts'
import { HANDLED_STATUSES } from '../shell/fetch-api.ts'
import { callApi } from './call-api.ts'
import { conflictsIn, type Messages, messagesIn } from './changeset.ts'

/** An idempotency key: a name for one decision, so that the server knows it again when it arrives twice. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What is staged, and what it was before each step. */
export type Draft<S> = { now: S; past: readonly S[] }

export type DraftStep<T> =
  | { do: 'undo' }
  | { do: 'saved' }
  | { do: 'discard' }
  | { do: 'stage'; steps: readonly T[]; final?: boolean }

const MAX_STEPS = 100

/** A refusal stays beside what was staged: an error page would take it away. */
const HANDLED = [...HANDLED_STATUSES, 409]

/** Several steps of one call are undone as one; `final` steps end what can be undone, since it would bring back what no longer is. */
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
  /** The call that saves it. */
  path: string
  nothing: S
  /** What is staged when the page opens. */
  initial?: () => S
  stage: (staged: S, step: T) => S
  /** Called with the answer to a save when the page shows what was stored. */
  onSaved?: (answer: unknown) => void
}

/** The answer to a save that stored nothing. */
export type Refusal<C extends Conflict = Conflict> = { body: unknown; conflicts: readonly C[]; messages: Messages }

/**
 * Changes that are saved together: staging and undoing them, saving them whole or not at all, and what is in the way. What is
 * sent again unchanged, after a lost answer, has the same idempotency key.
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
  const [phase, setPhase] = useState<'idle' | 'sending' | 'stored' | 'reading'>('idle')
  const sending = useRef(false)
  const answer = useRef<unknown>(undefined)
  const key = useMemo(() => (staged ? newKey() : ''), [staged])
  const { revalidate, state } = useRevalidator()

  // Before the next paint, so that what was saved is never seen twice: stored, and staged.
  useIsomorphicEffect(() => {
    if (phase === 'stored' && state === 'loading') setPhase('reading')
    if (phase !== 'reading' || state !== 'idle') return
    setPhase('idle')
    dispatch({ do: 'saved' })
    onSaved?.(answer.current)
  }, [phase, state])

  const save = async (body: object) => {
    if (sending.current || phase !== 'idle') return
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
