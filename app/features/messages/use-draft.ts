import { useNavigate, useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { type Answer, callApi } from '#app/collections/call-api.ts'
import { conflictsIn, messagesIn } from '#app/collections/changeset.ts'
import { newKey } from '#app/collections/use-changeset.ts'
import { HANDLED_STATUSES } from '#app/shell/fetch-api.ts'
import { paths } from '#app/shell/paths.ts'
import type { DraftSaved } from '#server/messages/drafts/contract.ts'
import {
  type DraftFields,
  type DraftState,
  draftStep,
  isUnsaved,
  kindsOf,
  type MessageKind,
  openDraft,
  type StoredDraft,
  unsaved,
} from './draft-state.ts'

/** Debounce of saving, and the retry interval without an answer. Milliseconds. */
const PAUSE_MS = 1_000
const AGAIN_MS = 5_000

export type DraftErrors = Partial<Record<keyof DraftFields, string>>

/** `waiting`: the server did not answer; the save is retried. `refused`: the server refuses the draft. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'waiting' | 'refused' | 'conflict'

/** `of`: the fields that were sent. */
type Problem = {
  isWaiting: boolean
  errors: DraftErrors & { non_field_errors?: string }
  message: string | undefined
  of: DraftFields
}

type Options = {
  /** Of the address; of a new draft, too. */
  kind: MessageKind
  stored: StoredDraft | null
  initial?: Partial<DraftFields> | undefined
  onCreated: (id: number) => void
}

export type Draft = ReturnType<typeof useDraft>

/**
 * Holds a draft while it is written and saves at each pause. The first change creates it and gives it a URL. Two tabs,
 * or two people, on one draft are a conflict; without a connection it retries until stored.
 */
export function useDraft({ kind, stored, initial, onCreated }: Options) {
  const [state, dispatch] = useReducer(draftStep, null, () => openDraft(stored, { kind, ...initial }))
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const latest = useRef(state)
  latest.current = state
  const running = useRef<Promise<number | null> | null>(null)
  const sent = useRef({ body: '', key: '' })
  const isGone = useRef(false)

  const version = stored?.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft that was read again has another version
  useEffect(() => {
    if (stored) dispatch({ do: 'read', stored })
  }, [version])

  const send = async ({ base, ...from }: DraftState): Promise<number | null> => {
    const fields = unsaved({ base, ...from })
    const body = base
      ? { id: base.id, version: base.version, fields }
      : { fields: { ...fields, kind: from.fields.kind } }
    const text = JSON.stringify(body)
    if (sent.current.body !== text) sent.current = { body: text, key: newKey() }
    const handled = [...HANDLED_STATUSES, 409]
    const answer = await callApi('PUT', '/api/messages/draft', body, handled, { 'idempotency-key': sent.current.key })
    if (!answer.ok) {
      const [conflict] = conflictsIn(answer.body)
      if (conflict) dispatch({ do: 'conflict', conflict })
      else setProblem({ ...problemIn(answer, base?.id), of: from.fields })
      return null
    }
    const { id, version } = answer.body as DraftSaved
    const step = { do: 'saved', id, version, sent: fields } as const
    latest.current = draftStep(latest.current, step)
    dispatch(step)
    setProblem(null)
    if (!base) onCreated(id)
    if (!base && !isGone.current) navigate(paths.message(kind, id), { replace: true, preventScrollReset: true })
    return id
  }

  /** Saves unsaved changes and waits for a save in progress. @returns the draft's id, or null when it is not stored. */
  const flush = async (): Promise<number | null> => {
    while (running.current) await running.current
    if (latest.current.conflict) return null
    if (!isUnsaved(latest.current)) return latest.current.base?.id ?? null
    setSaving(true)
    running.current = send(latest.current)
    const id = await running.current
    running.current = null
    setSaving(false)
    return id !== null && isUnsaved(latest.current) ? flush() : id
  }
  /** Stores the draft, even without content. @returns its id, or null when it is not stored. */
  const ensure = async (): Promise<number | null> => {
    const id = await flush()
    if (id !== null || latest.current.base || latest.current.conflict || isUnsaved(latest.current)) return id
    setSaving(true)
    running.current = send(latest.current)
    const made = await running.current
    running.current = null
    setSaving(false)
    return made
  }
  const latestFlush = useRef(flush)
  latestFlush.current = flush

  const { fields, conflict } = state
  const isPending = isUnsaved(state) && !conflict
  const failed = problem?.of === fields ? problem : null
  const tried = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the pause
  useEffect(() => {
    const isAgain = attempt !== tried.current
    if (!isPending || isSaving || (failed && !isAgain)) return
    tried.current = attempt
    const timer = setTimeout(() => void latestFlush.current(), isAgain ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [fields, isPending, isSaving, failed, attempt])

  // A draft opens at the addresses of what it is sent as.
  const isElsewhere = !isPending && !isSaving && !kindsOf(fields).includes(kind)
  const moved = isElsewhere ? state.base?.id : undefined
  const other = fields.kind
  useEffect(() => {
    if (moved) navigate(paths.message(other, moved), { replace: true, preventScrollReset: true })
  }, [moved, other, navigate])

  const isWaiting = failed?.isWaiting === true
  useEffect(() => {
    if (!isWaiting) return
    const again = () => setAttempt((n) => n + 1)
    const timer = setInterval(again, AGAIN_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [isWaiting])

  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      void latestFlush.current()
    }
  }, [])

  return {
    view: { ...fields, id: state.base?.id ?? null, version: state.base?.version ?? null },
    state,
    save: saveState(state, { isSaving, failed }),
    errors: problem?.errors ?? NO_ERRORS,
    message: failed?.message,
    change: useCallback((patch: Partial<DraftFields>) => dispatch({ do: 'change', patch }), []),
    flush,
    ensure,
    keepMine: () => dispatch({ do: 'keep-mine' }),
    takeTheirs: () => {
      dispatch({ do: 'take-theirs' })
      if (conflict?.removed) navigate(paths.messaging(kind))
      else revalidate()
    },
    forget: () => dispatch({ do: 'take-theirs' }),
  }
}

/** @param failed the answer to the current draft. */
function saveState(state: DraftState, { isSaving, failed }: { isSaving: boolean; failed: Problem | null }): SaveState {
  if (state.conflict) return 'conflict'
  if (failed && !failed.isWaiting) return 'refused'
  if (isSaving && !failed) return 'saving'
  if (!isUnsaved(state)) return 'saved'
  return failed ? 'waiting' : 'unsaved'
}

/** Why a save stored nothing. Without an answer of the product it is retried. */
function problemIn({ status, body }: Answer, id: number | undefined): Omit<Problem, 'of'> {
  if (status === 0 || status === 429 || status >= 500) return { isWaiting: true, errors: NO_ERRORS, message: undefined }
  const row = String(id ?? 'new')
  const errors = messagesIn(body)[row] ?? {}
  const shown = Object.keys(errors).map((name) => `${row}.${name}`)
  return { isWaiting: false, errors, message: errors.non_field_errors ?? firstMessage(body, shown) }
}

const NO_ERRORS: DraftErrors = {}
