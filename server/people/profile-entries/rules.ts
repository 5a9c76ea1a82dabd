import { DAY_MESSAGE, isDay } from '#server/engine/kernel/day-text.pure.ts'
import type { ProfileKind } from '#server/lookups/profilefields-contract.ts'

export type EntryField = { kind: ProfileKind; choices: readonly string[] }

export function entryProblem(value: string, { kind, choices }: EntryField): string | null {
  switch (kind) {
    case 'text':
      return null
    case 'number':
      return /^-?\d{1,15}([.,]\d{1,10})?$/.test(value.trim()) ? null : 'Must be a number.'
    case 'date':
      return isDay(value) ? null : DAY_MESSAGE
    case 'choice':
      return choices.includes(value) ? null : `Must be one of ${choices.join(', ')}.`
    case 'boolean':
      return value === 'true' || value === 'false' ? null : 'Must be true or false.'
  }
}
