import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { formatInstant } from './date-format.ts'
import { completeTime, parseTime, stepTime } from './time-text.ts'

const STEP_MINUTES = 15

type Props = Pick<TextInputProps, 'label' | 'aria-label' | 'description' | 'inputWrapperOrder' | 'error'> & {
  /** HH:MM of 24 hours, or '' for none. */
  value: string
  /** The viewer's time format in dayjs tokens, for display; any format may be typed. */
  format?: string
  /** Called with HH:MM, or '' for an invalid text, which stays visible for correction. */
  onChange: (time: string) => void
}

/**
 * A typed time in the person's format, regardless of the device's locale, which the browser's input would follow.
 * Digits of 24 hours are enough, so phones show the numeric keyboard where no "pm" is read. The arrow keys step by a
 * quarter of an hour.
 */
export function TimeInput({ value, format = 'HH:mm', onChange, error, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [invalid, setInvalid] = useState(false)
  const emit = (time: string) => time !== value && onChange(time)
  const commit = () => {
    if (typed === null) return
    const time = parseTime(typed)
    setInvalid(time === null)
    if (time !== null) setTyped(null)
    emit(time ?? '')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit()
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    setTyped(null)
    setInvalid(false)
    emit(
      stepTime(
        (typed === null ? value : parseTime(typed)) ?? value,
        event.key === 'ArrowUp' ? STEP_MINUTES : -STEP_MINUTES,
      ),
    )
  }
  // A valid value from outside, such as Undo, replaces invalid text.
  const formatted = /^\d\d:\d\d$/.test(value) ? formatInstant(`2000-01-01T${value}:00Z`, 'UTC', format) : value
  const shown = invalid && value ? formatted : (typed ?? formatted)
  const hasHalves = /a/i.test(format)
  return (
    <TextInput
      {...rest}
      inputMode={hasHalves ? 'text' : 'numeric'}
      autoComplete="off"
      placeholder={hasHalves ? '9:30 am' : 'HH:MM'}
      maxLength={8}
      value={shown}
      error={invalid && !value ? 'Not a time. Type it as 09:30 or 9:30 am.' : error}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        setInvalid(false)
        const time = completeTime(text)
        if (time !== null) emit(time)
      }}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}
