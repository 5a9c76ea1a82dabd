import type { Conflict } from '#server/engine/collections/changeset-contract.ts'

export type Stored<F> = F & { id: number; version: string }

/** A record while it is written. `base` is what is stored, as far as is known; null before the record is created. */
export type EditState<F> = {
  base: Stored<F> | null
  fields: F
  conflict: Conflict | null
  /** Whether its writer has changed anything: what a new record begins with is not stored by itself. */
  isTouched: boolean
}

export type EditStep<F> =
  | { do: 'change'; patch: Partial<F> }
  /** `sent` was stored, while more may have been written. */
  | { do: 'saved'; id: number; version: string; sent: Partial<F> }
  | { do: 'conflict'; conflict: Conflict }
  | { do: 'keep-mine' }
  | { do: 'take-theirs' }
  /** The record was read again. */
  | { do: 'read'; stored: Stored<F> }

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Makes the rules by which a record with these fields is written, saved, and kept when somebody else has changed it. */
export function editOf<F extends object>(blank: F) {
  const names = Object.keys(blank) as (keyof F & string)[]

  const fieldsOf = (record: F): F => Object.fromEntries(names.map((name) => [name, record[name]])) as F

  /** The fields that are not stored yet. */
  const unsaved = ({ base, fields }: EditState<F>): Partial<F> =>
    Object.fromEntries(
      names.flatMap((name) => (same(fields[name], (base ?? blank)[name]) ? [] : [[name, fields[name]]])),
    ) as Partial<F>

  const isUnsaved = (state: EditState<F>): boolean => state.isTouched && Object.keys(unsaved(state)).length > 0

  /** The changes that a conflict is about, which somebody else has not made as well. */
  const clashing = ({ conflict, fields }: EditState<F>): (keyof F & string)[] =>
    conflict ? names.filter((name) => name in conflict.fields && !same(conflict.fields[name], fields[name])) : []

  /** @param initial what a new record begins with; it is not stored before something is written. */
  const open = (stored: Stored<F> | null, initial: Partial<F> = {}): EditState<F> => ({
    base: stored,
    fields: stored ? fieldsOf(stored) : { ...blank, ...initial },
    conflict: null,
    isTouched: false,
  })

  function step(state: EditState<F>, step: EditStep<F>): EditState<F> {
    switch (step.do) {
      case 'change':
        return { ...state, isTouched: true, fields: { ...state.fields, ...step.patch } }
      case 'saved':
        return {
          ...state,
          conflict: null,
          base: { ...(state.base ?? blank), ...step.sent, id: step.id, version: step.version },
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
        return { ...state, conflict: null, fields: fieldsOf(state.base ?? blank) }
      case 'read': {
        const { base } = state
        const isOlder = base !== null && Date.parse(step.stored.version) < Date.parse(base.version)
        return isUnsaved(state) || isOlder ? state : open(step.stored)
      }
    }
  }

  return { open, step, unsaved, isUnsaved, clashing }
}
