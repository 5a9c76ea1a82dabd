import { NativeSelect, TextInput } from '@mantine/core'
import { createContext, useContext, useId, useState } from 'react'
import type { Question } from '#server/imports/contract.ts'
import classes from './rows.module.css'

type Corrections = {
  made: Record<string, Record<string, string>>
  correct(line: number, field: string, text: string): void
  answer(line: number, question: Question, value: string): void
}

export const CorrectionsContext = createContext<Corrections>({ made: {}, correct: () => {}, answer: () => {} })

type Props = { line: number; field: string; label: string; text: string; errors: readonly string[] }

/** Edits a cell in place. Enter moves to the next cell with an error, Escape cancels. */
export function CorrectedCell({ line, field, label, text, errors }: Props) {
  const { correct } = useContext(CorrectionsContext)
  const [draft, setDraft] = useState(text)
  const hint = useId()
  const submit = () => {
    if (draft.trim() !== text) correct(line, field, draft.trim())
  }
  return (
    <TextInput
      size="xs"
      value={draft}
      placeholder="Empty"
      aria-label={`${label}, line ${line}`}
      aria-describedby={errors.length > 0 ? hint : undefined}
      error={
        errors.length > 0 && (
          <span id={hint} className={classes.why}>
            {errors.join(' ')}
          </span>
        )
      }
      data-correct={errors.length > 0 ? 'error' : 'done'}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setDraft(text)
        if (event.key !== 'Enter') return
        event.preventDefault()
        const cells = [
          ...(event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('[data-correct="error"]') ?? []),
        ]
        const next = cells[cells.indexOf(event.currentTarget) + 1]
        if (next) next.focus()
        else event.currentTarget.blur()
      }}
    />
  )
}

export function AskedCell({ line, question }: { line: number; question: Question }) {
  const { answer } = useContext(CorrectionsContext)
  const { about, choices } = question
  return (
    <NativeSelect
      size="xs"
      aria-label={`${about}, line ${line}`}
      value=""
      onChange={(event) => answer(line, question, event.currentTarget.value)}
      data={[{ value: '', label: `${about}: choose` }, ...choices]}
    />
  )
}
