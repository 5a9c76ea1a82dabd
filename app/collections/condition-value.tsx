import { MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import type { PlainField } from '#server/engine/collections/contract.ts'
import { choiceLabel } from './choice-label.ts'
import { parseIds } from './conditions.ts'
import { DateField } from './date-field.tsx'
import { OptionMultiSelect } from './option-multi-select.tsx'

type Props = {
  field: PlainField
  label: string
  value: string
  names: Record<string, string>
  onChange: (value: string) => void
  error: string | undefined
}

/** `value` is in the API's notation. */
export function ConditionValue({ field, label, value, names, onChange, error }: Props) {
  switch (field.kind) {
    case 'choice':
      return (
        <MultiSelect
          aria-label={label}
          error={error}
          data={(field.choices ?? []).map((word) => ({ value: word, label: choiceLabel(word) }))}
          value={value ? value.split(',') : []}
          onChange={(words) => onChange(words.join(','))}
          placeholder={value ? undefined : 'Choose'}
          comboboxProps={{ withinPortal: false }}
        />
      )
    case 'boolean':
      return (
        <NativeSelect
          aria-label={label}
          error={error}
          data={[
            { value: '', label: 'Choose' },
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'relation':
    case 'relations':
      return (
        <OptionMultiSelect
          collection={field.to ?? ''}
          label={label}
          hideLabel
          creates={false}
          all
          error={error}
          value={value ? parseIds(value) : []}
          names={names}
          onChange={(ids) => onChange(ids.join(','))}
        />
      )
    case 'integer':
    case 'number':
      return (
        <TextInput
          aria-label={label}
          error={error}
          inputMode="decimal"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'date':
    case 'instant':
      return <DateField aria-label={label} error={error} value={value} onChange={onChange} />
    default:
      return (
        <TextInput
          aria-label={label}
          error={error}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}
