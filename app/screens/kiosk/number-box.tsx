import { type KeyboardEvent, useEffect, useState } from 'react'
import { twoDigits } from './time.ts'

type Props = { label: string; value: number; most: number; onChange: (value: number) => void }

/** Two digits that can be typed; the arrow keys count around. */
export function NumberBox({ label, value, most, onChange }: Props) {
  const [typed, setTyped] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a value that was set from elsewhere ends what is being typed.
  useEffect(() => setTyped(undefined), [value])
  const take = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(-2)
    setTyped(digits)
    if (digits !== '' && Number(digits) <= most) onChange(Number(digits))
  }
  const count = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (!by) return
    event.preventDefault()
    setTyped(undefined)
    onChange((value + by + most + 1) % (most + 1))
  }
  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      value={typed ?? twoDigits(value)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => take(event.currentTarget.value)}
      onKeyDown={count}
      onBlur={() => setTyped(undefined)}
    />
  )
}
