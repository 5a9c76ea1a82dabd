import type { Declaration } from './define.ts'
import type { Field } from './field-contract.ts'
import { fieldOf, type Registry } from './reading.ts'

export type Column = { header: string; at: number; name: string; field: Field; by: 'id' | 'value' | 'label' }

/** The column with the time zone of a row's wall times. */
export const ZONE_COLUMN = 'timezone'

export type Columns = {
  known: Column[]
  ignored: string[]
  twice: string[]
  zoneAt: number
}

/**
 * Maps a header of keys or field titles to fields; ignores read-only and unknown columns.
 * @param writable the fields that the importer may write.
 */
export function columnsOfHeader(
  registry: Registry,
  declaration: Declaration,
  header: readonly string[],
  writable: (name: string) => boolean,
): Columns {
  const known: Column[] = []
  const ignored: string[] = []
  const twice: string[] = []
  const zoneAt = header.findIndex((word) => word.trim().toLowerCase() === ZONE_COLUMN)
  header.forEach((word, at) => {
    if (at === zoneAt) return
    const column = columnOf(registry, declaration, word, at)
    if (!column || (column.by !== 'id' && !writable(column.name))) ignored.push(word)
    else if (known.some((k) => k.name === column.name && k.by === column.by)) twice.push(word)
    else known.push(column)
  })
  return { known, ignored, twice, zoneAt }
}

function columnOf(registry: Registry, declaration: Declaration, header: string, at: number): Column | null {
  const [word = '', label, ...rest] = header.trim().split('/')
  const name = nameOf(declaration, word.trim())
  const field = name === null ? undefined : fieldOf(declaration, name)
  if (!field || name === null || rest.length || field.kind === 'json') return null
  if (name === 'id') return label === undefined ? { header, at, name, field, by: 'id' } : null
  if (field.readOnly) return null
  if (label === undefined) return { header, at, name, field, by: 'value' }
  const target = field.kind === 'relation' && field.to ? registry.get(field.to) : undefined
  return target?.contract.label === label.trim() ? { header, at, name, field, by: 'label' } : null
}

function nameOf({ contract }: Declaration, word: string): string | null {
  const lowerCased = word.toLowerCase()
  const fieldEntry = Object.entries(contract.fields).find(
    ([name, field]) => name === lowerCased || field.title?.toLowerCase() === lowerCased,
  )
  return fieldEntry?.[0] ?? null
}
