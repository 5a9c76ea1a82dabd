import { Button, Input, NativeSelect } from '@mantine/core'
import { useId, useRef } from 'react'
import { CALLING_CODES, PHONE_MESSAGE } from '#server/engine/kernel/phone-number/rules.ts'
import classes from './phone-field.module.css'
import { usePhoneTools } from './phone-tools.ts'
import { usePhoneEntry } from './use-phone-entry.ts'

type Props = {
  /** The form field of the typed number; the code beside it is `…_code`. */
  name?: string
  label?: string
  description?: string | undefined
  defaultValue?: string | null | undefined
  error?: string | undefined
  required?: boolean
  /** Whether the number must receive texts. */
  mobile?: boolean
  size?: 'sm' | 'md'
  /** Called on each change with the whole number, or null for none, and the text. */
  onNumber?: (number: string | null, typed: string) => void
}

/** Country code and number. A number may be typed as dialled in the country, or with any country code. */
export function PhoneField({
  name = 'phone',
  label = 'Phone',
  description,
  defaultValue,
  error,
  required = false,
  mobile = false,
  size = 'md',
  onNumber,
}: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const entry = usePhoneEntry({ initial: defaultValue ?? '', input, onNumber })
  const tools = usePhoneTools()
  const message = entry.isWrong ? PHONE_MESSAGE : error
  const found = entry.number ? tools?.doubtAbout(entry.number, { mobile }) : null
  const doubt = found && (found.meant || entry.isLeft) ? found : null
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
          name={`${name}_code`}
          aria-label="Country code"
          size={size}
          className="num"
          value={entry.code}
          disabled={entry.typed.trim().startsWith('+')}
          onChange={({ currentTarget }) => entry.set({ code: currentTarget.value, typed: entry.typed })}
          data={[...CALLING_CODES]}
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
          onChange={({ currentTarget }) => entry.set({ code: entry.code, typed: currentTarget.value })}
          onBlur={({ relatedTarget }) => entry.leave(relatedTarget)}
        />
      </div>
      {doubt && (
        <div className={`row cluster ${classes.doubt}`} role="status">
          <span>{doubt.text}</span>
          {doubt.meant && (
            <Button variant="default" h={44} onClick={() => entry.set({ code: entry.code, typed: doubt.meant ?? '' })}>
              Use that
            </Button>
          )}
        </div>
      )}
    </Input.Wrapper>
  )
}
