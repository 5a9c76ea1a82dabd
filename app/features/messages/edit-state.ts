import type { Conflict } from '#server/engine/collections/changeset-contract.ts'

export type Stored<F> = F & { id: number; version: string }

/** A record while it is written. `base` is the stored one, as far as known; null before the record is created. */
export type EditState<F> = {
  base: Stored<F> | null
  fields: F
  conflict: Conflict | null
  /** Whether its writer has changed anything: the initial content of a new record is not stored automatically. */
  isTouched: boolean
}

export type EditStep<F> =
  | { do: 'change'; patch: Partial<F> }
  /** `sent` was stored, while more may have been written. */
  | { do: 'saved'; id: number; version: string; sent: Partial<F> }
  | { do: 'conflict'; conflict: Conflict }
  | { do: 'keep-mine' }
  | { do: 'take-theirs' }
  | { do: 'read'; stored: Stored<F> }

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Makes the reducer of a record with these fields: written, saved, and kept when someone else has changed it. */
export function editOf<F extends object>(blank: F) {
  const names = Object.keys(blank) as (keyof F & string)[]

  const fieldsOf = (record: F): F => Object.fromEntries(names.map((name) => [name, record[name]])) as F

  const unsaved = ({ base, fields }: EditState<F>): Partial<F> =>
    Object.fromEntries(
      names.flatMap((name) => (same(fields[name], (base ?? blank)[name]) ? [] : [[name, fields[name]]])),
    ) as Partial<F>

  const isUnsaved = (state: EditState<F>): boolean => state.isTouched && Object.keys(unsaved(state)).length > 0

  /** The conflicting changes, without those that someone else made equally. */
  const clashing = ({ conflict, fields }: EditState<F>): (keyof F & string)[] =>
    conflict ? names.filter((name) => name in conflict.fields && !same(conflict.fields[name], fields[name])) : []

  /** @param initial content of a new record; not stored before something is written. */
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
        // Removed by someone else: created again.
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
