import type { PlainField } from '#server/engine/collections/contract.ts'
import { wordOf } from './field-words.ts'

type Formats = {
  dateTime: (instant: string) => string
  format: (instant: string, format: string) => string
  dateFormat: string
}

/**
 * A field's value in words, for previews of changes.
 * @param names what records are called, by collection and id.
 */
export function valueText(
  field: PlainField | undefined,
  value: unknown,
  names: Record<string, Record<string, string>>,
  when: Formats,
): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  const called = (id: unknown) => names[field?.to ?? '']?.[String(id)] ?? String(id)
  switch (field?.kind) {
    case 'boolean':
      return value === true ? 'Yes' : 'No'
    case 'choice':
      return wordOf(String(value))
    case 'relation':
      return called(value)
    case 'instant':
      return when.dateTime(String(value))
    case 'date':
      return when.format(`${value}T12:00:00Z`, when.dateFormat)
    default:
      return Array.isArray(value) ? value.map(called).join(', ') || 'nothing' : String(value)
  }
}
