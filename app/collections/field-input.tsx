import { Checkbox, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PlainField } from '#server/engine/collections/contract.ts'
import { PhoneField } from '../ui/phone-field.tsx'
import { choiceLabel } from './choice-label.ts'
import { DateField } from './date-field.tsx'
import { DateTimeInput } from './date-time-input.tsx'
import { DurationField } from './duration-field.tsx'
import { MarkdownInput } from './markdown-input.tsx'
import { OptionMultiSelect } from './option-multi-select.tsx'
import { OptionSelect } from './option-select.tsx'
import classes from './panel.module.css'
import { SwatchField } from './swatch-field.tsx'

type Props = {
  name: string
  field: PlainField
  value: unknown
  onChange: (value: unknown) => void
  error?: string | undefined
  markdown?: boolean | undefined
  /** Names of related records by id. */
  names?: Record<string, string>
  hint?: string | undefined
  onPicked?: (id: number, name: string) => void
}

const HINTS: Record<string, string> = {
  notes: 'Visible to admins only',
  available: '0 = unavailable, 1 = available, 2 = only if required',
  contacts: 'At most ten. They are notified as admins are',
  archived: 'Archived items can no longer be chosen',
  order: 'Lower numbers come first',
  required_competencies: 'You’ll be warned if you assign someone without one of these',
  waiting_list:
    'Members can wait for a shift when all are taken. Turned off, no one new can join, and people who already wait keep their place',
  show_until: 'Leave blank to show it indefinitely',
  valid_months: 'Leave blank if it never expires',
  choices: 'For the kind Choice. Press Enter after each one',
}

export function FieldInput(props: Props) {
  const { name, field, value, onChange, error, markdown, names = {}, hint = HINTS[name], onPicked } = props
  const label = field.title ?? name
  const shared = {
    label,
    error,
    name,
    description: hint,
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as const,
  }
  const wrapper = { ...shared, inputWrapperOrder: [...shared.inputWrapperOrder] }
  switch (field.kind) {
    case 'text':
      if (markdown) return <MarkdownInput label={label} value={String(value ?? '')} onChange={onChange} error={error} />
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
          data={(field.choices ?? []).map((word) => ({ value: word, label: choiceLabel(word) }))}
          value={String(value)}
          onChange={onChange}
          allowDeselect={false}
        />
      )
    case 'integer':
    case 'number':
      if (name === 'default_duration')
        return (
          <DurationField
            label="Usual length"
            value={typeof value === 'number' ? value : null}
            onChange={onChange}
            error={error}
          />
        )
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
          description={hint}
          error={error}
          name={name}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className={classes.check}
        />
      )
    case 'date':
      return (
        <DateField
          label={label}
          description={hint}
          error={error}
          w={220}
          value={String(value ?? '')}
          onChange={(date) => onChange(date || null)}
        />
      )
    case 'instant':
      return (
        <DateTimeInput
          label={label}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
          error={error}
          description={hint}
        />
      )
    case 'relation':
      return (
        <RelationInput
          field={field}
          label={label}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          error={error}
          names={names}
          onPicked={onPicked}
        />
      )
    case 'relations':
      return (
        <OptionMultiSelect
          collection={field.to ?? ''}
          label={label}
          value={Array.isArray(value) ? value.map(Number) : []}
          names={names}
          onChange={onChange}
          error={error}
          description={hint}
        />
      )
    case 'words':
      return (
        <TagsInput
          {...wrapper}
          description={hint ?? 'Press Enter after each one'}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={onChange}
          clearable={false}
        />
      )
    default:
      if (name === 'phone')
        return (
          <PhoneField
            label={label}
            description={hint}
            size="sm"
            defaultValue={String(value ?? '')}
            error={error}
            onNumber={(number, typed) => onChange(number ?? typed)}
          />
        )
      if (name === 'color')
        return (
          <SwatchField
            label={label}
            value={typeof value === 'string' && value ? value : null}
            onChange={onChange}
            error={error}
          />
        )
      return (
        <TextInput
          {...wrapper}
          type={name === 'email' ? 'email' : 'text'}
          autoComplete="off"
          required={field.required}
          withAsterisk={false}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}

type RelationProps = {
  field: PlainField
  label: string
  value: number | null
  onChange: (id: number | null) => void
  error: string | undefined
  names: Record<string, string>
  onPicked: Props['onPicked']
}

function RelationInput({ field, label, value, onChange, error, names, onPicked }: RelationProps) {
  const [picked, setPicked] = useState<{ id: number | null; name: string }>()
  return (
    <OptionSelect
      collection={field.to ?? ''}
      label={label}
      value={value}
      chosen={value === null ? '' : picked?.id === value ? picked.name : (names[value] ?? '')}
      onChange={(id, name) => {
        setPicked({ id, name })
        if (id !== null) onPicked?.(id, name)
        onChange(id)
      }}
      error={error}
    />
  )
}
