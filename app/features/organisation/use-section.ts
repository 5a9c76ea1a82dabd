import { useFetcher } from '@remix-run/react'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { fieldError, formError } from '#app/http/answer.ts'
import type { Organisation, OrganisationField } from '#server/organisation/contract.ts'

export type Section = {
  values: Organisation
  changed: OrganisationField[]
  busy: boolean
  saved: boolean
  message: string | undefined
  error(field: OrganisationField): string | undefined
  set<F extends OrganisationField>(field: F, value: Organisation[F]): void
  save(): void
  undo(): void
}

/** Called with each typed value, and with the stored ones after a save, for components that observe all sections. */
export const DraftContext = createContext<(values: Partial<Organisation>) => void>(() => {})

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Unsaved values of some fields; sends only those that differ from the stored ones. */
export function useSection(stored: Organisation, fields: readonly OrganisationField[]): Section {
  const onDraft = useContext(DraftContext)
  const sectionFields = useRef(fields)
  const [draft, setDraft] = useState<Partial<Organisation>>({})
  const saving = useFetcher<{ saved?: Organisation }>()
  const values = { ...stored, ...draft }
  const changed = fields.filter((field) => !isEqual(values[field], stored[field]))
  const answer = saving.state === 'idle' ? saving.data : undefined
  const saved = saving.state === 'idle' ? saving.data?.saved : undefined
  useEffect(() => {
    if (!saved) return
    setDraft({})
    onDraft(Object.fromEntries(sectionFields.current.map((field) => [field, saved[field]])))
  }, [saved, onDraft])
  return {
    values,
    changed,
    busy: saving.state !== 'idle',
    saved: saved !== undefined && changed.length === 0,
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
