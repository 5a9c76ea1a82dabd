import { Button, Input, NativeSelect } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { callingCodeOf, countryName } from '#server/engine/kernel/phone-number/countries/rules.ts'
import { PHONE_MESSAGE } from '#server/engine/kernel/phone-number/rules.ts'
import classes from './phone-field.module.css'
import { useCountryOptions } from './use-country-options.ts'
import { usePhoneEntry } from './use-phone-entry.ts'

type Props = {
  /** The name under which a form sends what is typed; its country is sent as `…_country`. */
  name?: string
  label?: string
  description?: string | undefined
  defaultValue?: string | null | undefined
  error?: string | undefined
  required?: boolean
  /** The club's country, ISO 3166: the list begins with it, and a number of another is asked about. */
  country: string
  size?: 'sm' | 'md'
  /** Called on each change with the whole number, or null while it is missing or cannot be one, and the text. */
  onNumber?: (number: string | null, typed: string) => void
}

/** Country and number. A number may be typed as it is dialled in the country, or with any country code. */
export function PhoneField({
  name = 'phone',
  label = 'Phone',
  description,
  defaultValue,
  error,
  required = false,
  country: home,
  size = 'md',
  onNumber,
}: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const yes = useRef<HTMLButtonElement>(null)
  const entry = usePhoneEntry({ initial: defaultValue ?? '', home, input, onNumber })
  const countries = useCountryOptions(home, entry.country)
  const { doubt, held } = entry
  useEffect(() => {
    if (held) yes.current?.focus()
  }, [held])
  const message = entry.isWrong ? wrongText(entry.typed, entry.country) : error
  return (
    <Input.Wrapper
      id={id}
      size={size}
      label={label}
      error={message}
      description={description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    >
      <div className={classes.pair}>
        <NativeSelect
          name={`${name}_country`}
          aria-label="Country code"
          size={size}
          leftSection={<span className="num">{callingCodeOf(entry.country)}</span>}
          leftSectionWidth={52}
          leftSectionPointerEvents="none"
          value={entry.country}
          onChange={({ currentTarget }) => entry.choose(currentTarget.value)}
          data={countries}
        />
        <Input
          ref={input}
          name={name}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={60}
          size={size}
          required={required}
          value={entry.typed}
          error={Boolean(message)}
          onChange={({ currentTarget }) => entry.type(currentTarget.value)}
          onBlur={({ relatedTarget }) => entry.leave(relatedTarget)}
        />
      </div>
      {doubt && (
        <div className={classes.doubt} role="status">
          <span>This looks like a number of {doubt.name}. Is it right?</span>
          <Button ref={yes} variant="default" h={44} onClick={entry.accept}>
            Yes
          </Button>
          <Button variant="subtle" h={44} onClick={() => input.current?.select()}>
            Change it
          </Button>
        </div>
      )}
    </Input.Wrapper>
  )
}

const wrongText = (typed: string, country: string) =>
  /^[\d\s().-]+$/.test(typed) ? `This cannot be a number of ${countryName(country)}.` : PHONE_MESSAGE
