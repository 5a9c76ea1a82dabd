import { type KeyboardEvent, useEffect, useState } from 'react'
import { twoDigits } from './time.ts'

type Props = { label: string; value: number; max: number; onChange: (value: number) => void }

export function NumberBox({ label, value, max, onChange }: Props) {
  const [draft, setDraft] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a value set from outside discards what is being typed.
  useEffect(() => setDraft(undefined), [value])
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(-2)
    setDraft(digits)
    if (digits !== '' && Number(digits) <= max) onChange(Number(digits))
  }
  const step = (event: KeyboardEvent) => {
    const delta = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (!delta) return
    event.preventDefault()
    setDraft(undefined)
    onChange((value + delta + max + 1) % (max + 1))
  }
  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      value={draft ?? twoDigits(value)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={step}
      onBlur={() => setDraft(undefined)}
    />
  )
}
