import type { Conflict } from '#server/engine/collections/changeset-contract.ts'
import type { Audience } from '#server/messages/audience/contract.ts'

export type MessageKind = 'email' | 'sms'

/** Where a draft was begun. */
export type Origin = { kind: string; id?: number | undefined; day?: string | undefined }

/** What its writer changes of a draft. Instants are ISO. */
export type DraftFields = {
  subject: string
  body: string
  template: number | null
  audience: Audience
  scheduled_for: string | null
  reply_to: 'site' | 'sender'
  origin: Origin | null
}

export type StoredDraft = DraftFields & { id: number; version: string }

export const NEW_DRAFT: DraftFields = {
  subject: '',
  body: '',
  template: null,
  audience: {},
  scheduled_for: null,
  reply_to: 'site',
  origin: null,
}

/** `base` is what is stored, as far as is known; null before the draft is created. */
export type DraftState = {
  base: StoredDraft | null
  fields: DraftFields
  conflict: Conflict | null
  /** Whether its writer has changed anything: what a new draft begins with is not stored by itself. */
  isTouched: boolean
}

export type DraftStep =
  | { do: 'change'; patch: Partial<DraftFields> }
  /** `sent` was stored, while more may have been written. */
  | { do: 'saved'; id: number; version: string; sent: Partial<DraftFields> }
  | { do: 'conflict'; conflict: Conflict }
  | { do: 'keep-mine' }
  | { do: 'take-theirs' }
  /** The draft was read again. */
  | { do: 'read'; stored: StoredDraft }

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const FIELDS = Object.keys(NEW_DRAFT) as (keyof DraftFields)[]

/** The fields that are not stored yet. */
export const unsaved = ({ base, fields }: DraftState): Partial<DraftFields> =>
  Object.fromEntries(
    FIELDS.flatMap((name) => (same(fields[name], (base ?? NEW_DRAFT)[name]) ? [] : [[name, fields[name]]])),
  )

export const isUnsaved = (state: DraftState): boolean => state.isTouched && Object.keys(unsaved(state)).length > 0

/** The changes that a conflict is about, which somebody else has not made as well. */
export const clashing = ({ conflict, fields }: DraftState): (keyof DraftFields)[] =>
  conflict ? FIELDS.filter((name) => name in conflict.fields && !same(conflict.fields[name], fields[name])) : []

export function draftStep(state: DraftState, step: DraftStep): DraftState {
  switch (step.do) {
    case 'change':
      return { ...state, isTouched: true, fields: { ...state.fields, ...step.patch } }
    case 'saved':
      return {
        ...state,
        conflict: null,
        base: { ...(state.base ?? NEW_DRAFT), ...step.sent, id: step.id, version: step.version },
      }
    case 'conflict':
      return { ...state, conflict: step.conflict }
    case 'keep-mine': {
      const { base, conflict } = state
      // Removed by somebody else: it is created again.
      if (!conflict || conflict.version === null || !base) return { ...state, base: null, conflict: null }
      return { ...state, conflict: null, base: { ...base, ...conflict.fields, version: conflict.version } }
    }
    case 'take-theirs':
      return { ...state, conflict: null, fields: fieldsOf(state.base ?? NEW_DRAFT) }
    case 'read': {
      const { base } = state
      const isOlder = base !== null && Date.parse(step.stored.version) < Date.parse(base.version)
      if (isUnsaved(state) || isOlder) return state
      return openDraft(step.stored)
    }
  }
}

const fieldsOf = (draft: DraftFields): DraftFields =>
  Object.fromEntries(FIELDS.map((name) => [name, draft[name]])) as DraftFields

/** @param initial what a new draft begins with, such as an audience; it is not stored before something is written. */
export const openDraft = (stored: StoredDraft | null, initial: Partial<DraftFields> = {}): DraftState => ({
  base: stored,
  fields: stored ? fieldsOf(stored) : { ...NEW_DRAFT, ...initial },
  conflict: null,
  isTouched: false,
})
