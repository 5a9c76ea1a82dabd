import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { readTime, stepTime, wholeTime } from './time-text.ts'

const STEP_MINUTES = 15

type Props = Pick<TextInputProps, 'label' | 'aria-label' | 'description' | 'inputWrapperOrder' | 'error'> & {
  /** HH:MM of 24 hours, or '' for none. */
  value: string
  /** Called with such a text only; '' also for what is no time, which stays to be seen and mended. */
  onChange: (time: string) => void
}

/**
 * A time of 24 hours to type, whatever the reader's device prefers; the browser's own input would follow that. Digits suffice,
 * so a phone shows its numbers alone. The arrow keys step by a quarter of an hour.
 */
export function TimeInput({ value, onChange, error, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  const pass = (time: string) => time !== value && onChange(time)
  const settle = () => {
    if (typed === null) return
    const time = readTime(typed)
    setWrong(time === null)
    if (time !== null) setTyped(null)
    pass(time ?? '')
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') settle()
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    setTyped(null)
    setWrong(false)
    pass(
      stepTime(
        (typed === null ? value : readTime(typed)) ?? value,
        event.key === 'ArrowUp' ? STEP_MINUTES : -STEP_MINUTES,
      ),
    )
  }
  // What was no time gives way as soon as a time comes from elsewhere, such as by Undo.
  const shown = wrong && value ? value : (typed ?? value)
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      placeholder="HH:MM"
      maxLength={8}
      value={shown}
      error={wrong && !value ? 'Use 24 hours, such as 09:30.' : error}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        setWrong(false)
        const time = wholeTime(text)
        if (time !== null) pass(time)
      }}
      onBlur={settle}
      onKeyDown={press}
    />
  )
}
