import { useFetcher } from '@remix-run/react'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import type { Organisation, OrganisationChange, OrganisationField } from '#server/organisation/contract.ts'
import { fieldError, formError } from '../../http/answer.ts'

export type Section = {
  values: Organisation
  /** Fields of the section that differ from what is stored. */
  changed: OrganisationField[]
  busy: boolean
  saved: boolean
  message: string | undefined
  error(field: OrganisationField): string | undefined
  set<F extends OrganisationField>(field: F, value: Organisation[F]): void
  save(): void
  undo(): void
}

/** Told of each value as it is typed, and of the stored ones when they are back: for what looks at all sections at once. */
export const DraftContext = createContext<(values: OrganisationChange) => void>(() => {})

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The unsaved values of some fields; only what differs from what is stored is sent. */
export function useSection(stored: Organisation, fields: readonly OrganisationField[]): Section {
  const onDraft = useContext(DraftContext)
  const own = useRef(fields)
  const [draft, setDraft] = useState<Partial<Organisation>>({})
  const saving = useFetcher<{ saved?: Organisation }>()
  const values = { ...stored, ...draft }
  const changed = fields.filter((field) => !same(values[field], stored[field]))
  const answer = saving.state === 'idle' ? saving.data : undefined
  const taken = saving.state === 'idle' ? saving.data?.saved : undefined
  const done = taken !== undefined
  useEffect(() => {
    if (!taken) return
    setDraft({})
    onDraft(Object.fromEntries(own.current.map((field) => [field, taken[field]])))
  }, [taken, onDraft])
  return {
    values,
    changed,
    busy: saving.state !== 'idle',
    saved: done && changed.length === 0,
    message: formError(answer),
    error: (field) => fieldError(answer, field),
    set: (field, value) => {
      setDraft((before) => ({ ...before, [field]: value }))
      onDraft({ [field]: value })
    },
    save: () => {
      const changes = Object.fromEntries(changed.map((field) => [field, values[field]]))
      saving.submit({ changes: JSON.stringify(changes) }, { method: 'post' })
    },
    undo: () => {
      setDraft({})
      onDraft(Object.fromEntries(fields.map((field) => [field, stored[field]])))
    },
  }
}
