import { NativeSelect, TextInput } from '@mantine/core'
import { DateField } from '#app/collections/date-field.tsx'
import type { ListRecord } from '#app/collections/list-view.ts'

type Props = { field: ListRecord; value: string; onChange: (value: string) => void; error: string | undefined }

export function EntryInput({ field, value, onChange, error }: Props) {
  const shared = {
    label: String(field.display_name),
    error,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  switch (field.kind) {
    case 'choice':
      return (
        <NativeSelect
          {...shared}
          data={['', ...(Array.isArray(field.choices) ? field.choices.map(String) : [])].map((word) => ({
            value: word,
            label: word || 'None',
          }))}
        />
      )
    case 'boolean':
      return (
        <NativeSelect
          {...shared}
          data={[
            { value: '', label: 'None' },
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
        />
      )
    case 'date':
      return <DateField {...shared} onChange={onChange} />
    default:
      return <TextInput {...shared} inputMode={field.kind === 'number' ? 'decimal' : undefined} autoComplete="off" />
  }
}
