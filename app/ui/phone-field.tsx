import { Input, NativeSelect } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import {
  COUNTRY_CODES,
  type CountryCode,
  defaultCode,
  PHONE_MESSAGE,
  type PhoneEntry,
  phoneInputValue,
  phoneOf,
  readPhone,
} from '#server/engine/kernel/phone-number/rules.ts'
import classes from './phone-field.module.css'

type Props = {
  /** The name under which a form sends the number; empty when there is none. */
  name?: string
  label?: string
  defaultValue?: string | null | undefined
  error?: string | undefined
  required?: boolean
  /** The country code to begin with, the club's; without one the browser's language decides. */
  country?: CountryCode | undefined
  /** Called on each change with the whole number, or null while it is missing or invalid. */
  onNumber?: (number: string | null, typed: string) => void
}

const EMPTY: PhoneEntry = { code: '+61', local: '' }

/**
 * Country code and number. Typed text is normalised on blur. An invalid number is never replaced by an older one: the form sends it
 * and the server's message shows under the field.
 */
export function PhoneField({
  name = 'phone',
  label = 'Phone',
  defaultValue,
  error,
  required = false,
  country,
  onNumber,
}: Props) {
  const id = useId()
  const [entry, setEntry] = useState(() => {
    const empty = country ? { code: country, local: '' } : EMPTY
    return defaultValue ? readPhone(defaultValue, empty.code) : empty
  })
  const [typed, setTyped] = useState(entry.local)
  const [left, setLeft] = useState(false)
  useEffect(() => {
    if (!defaultValue) setEntry((now) => (now === EMPTY ? { ...now, code: defaultCode(navigator.language) } : now))
  }, [defaultValue])
  const change = (next: PhoneEntry, shown: string) => {
    setEntry(next)
    setTyped(shown)
    setLeft(false)
    onNumber?.(phoneOf(next), phoneInputValue(next))
  }
  const invalid = left && phoneInputValue(entry) !== '' && phoneOf(entry) === null ? PHONE_MESSAGE : undefined
  const message = invalid ?? error
  return (
    <Input.Wrapper id={id} size="md" label={label} error={message}>
      <div className={classes.pair}>
        <NativeSelect
          aria-label="Country code"
          size="md"
          value={entry.code}
          onChange={({ currentTarget }) => change({ ...entry, code: currentTarget.value as CountryCode }, typed)}
          data={COUNTRY_CODES.map(({ code, place }) => ({ value: code, label: code, title: place }))}
        />
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          size="md"
          required={required}
          value={typed}
          error={Boolean(message)}
          onChange={({ currentTarget }) => change(readPhone(currentTarget.value, entry.code), currentTarget.value)}
          onBlur={() => {
            setLeft(true)
            setTyped(entry.local.startsWith('+') ? entry.local : entry.local.replace(/^0+(?=\d)/, ''))
          }}
        />
      </div>
      <input type="hidden" name={name} value={phoneInputValue(entry)} />
    </Input.Wrapper>
  )
}
