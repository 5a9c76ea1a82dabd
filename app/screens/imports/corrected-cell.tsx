import { TextInput } from '@mantine/core'
import { createContext, useContext, useId, useState } from 'react'
import classes from './rows.module.css'

type Corrections = {
  /** Line → field → text, as far as the person put something right. */
  made: Record<string, Record<string, string>>
  correct(line: number, field: string, text: string): void
}

export const CorrectionsContext = createContext<Corrections>({ made: {}, correct: () => {} })

type Props = { line: number; field: string; label: string; text: string; errors: readonly string[] }

/** A cell that the person puts right here. Enter goes on to the next cell with an error, Escape takes the typing back. */
export function CorrectedCell({ line, field, label, text, errors }: Props) {
  const { correct } = useContext(CorrectionsContext)
  const [typed, setTyped] = useState(text)
  const hint = useId()
  const send = () => {
    if (typed.trim() !== text) correct(line, field, typed.trim())
  }
  return (
    <TextInput
      size="xs"
      value={typed}
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
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={send}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(text)
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
