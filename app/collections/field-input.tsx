import { Checkbox, ColorSwatch, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { Field } from '#server/collections/field-contract.ts'
import classes from './panel.module.css'

type Props = {
  name: string
  field: Field
  value: unknown
  onChange: (value: unknown) => void
  error?: string
  disabled?: boolean
}

const HINTS: Record<string, string> = {
  phone: 'With the country code and without spaces, such as +447700900123',
  notes: 'For admins only',
  archived: 'Archived ones are not offered any more',
  order: 'Lower numbers come first',
}

/** One field of a contract as an input. Relations to other records are edited on screens of their own. */
export function FieldInput({ name, field, value, onChange, error, disabled }: Props) {
  const label = field.title ?? name
  const shared = {
    label,
    error,
    disabled,
    name,
    description: HINTS[name],
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as const,
  }
  const wrapper = { ...shared, inputWrapperOrder: [...shared.inputWrapperOrder] }
  switch (field.kind) {
    case 'text':
      return (
        <Textarea
          {...wrapper}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
          autosize
          minRows={3}
          maxRows={12}
        />
      )
    case 'choice':
      return (
        <Select
          {...wrapper}
          data={(field.choices ?? []).map((word) => ({ value: word, label: wordOf(word) }))}
          value={String(value)}
          onChange={onChange}
          allowDeselect={false}
        />
      )
    case 'integer':
    case 'number':
      return (
        <NumberInput
          {...wrapper}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(next === '' ? null : Number(next))}
          allowDecimal={field.kind === 'number'}
          hideControls
          w={160}
        />
      )
    case 'boolean':
      return (
        <Checkbox
          label={label}
          description={HINTS[name]}
          error={error}
          disabled={disabled}
          name={name}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className={classes.check}
        />
      )
    case 'date':
      return (
        <TextInput
          {...wrapper}
          type="date"
          w={200}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      )
    case 'words':
      return (
        <TagsInput
          {...wrapper}
          description="Press Enter after each"
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={onChange}
          clearable={false}
        />
      )
    default:
      return (
        <TextInput
          {...wrapper}
          type={name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text'}
          autoComplete="off"
          required={field.required}
          withAsterisk={false}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
          placeholder={name === 'color' ? '#01579b' : undefined}
          rightSection={
            name === 'color' && /^#[0-9a-f]{6}$/i.test(String(value)) ? (
              <ColorSwatch color={String(value)} size={18} withShadow={false} />
            ) : undefined
          }
        />
      )
  }
}

export const wordOf = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ')
