import type { PlainField } from '#server/engine/collections/contract.ts'
import { choiceLabel } from './choice-label.ts'

type Formats = {
  dateTime: (instant: string) => string
  day: (day: string) => string
}

/**
 * Formats a field's value for previews of changes.
 * @param names display names of records, by collection and id.
 */
export function valueText(
  field: PlainField | undefined,
  value: unknown,
  names: Record<string, Record<string, string>>,
  when: Formats,
): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  const displayName = (id: unknown) => names[field?.to ?? '']?.[String(id)] ?? String(id)
  switch (field?.kind) {
    case 'boolean':
      return value === true ? 'Yes' : 'No'
    case 'choice':
      return choiceLabel(String(value))
    case 'relation':
      return displayName(value)
    case 'instant':
      return when.dateTime(String(value))
    case 'date':
      return when.day(String(value))
    default:
      return Array.isArray(value) ? value.map(displayName).join(', ') || 'nothing' : String(value)
  }
}
