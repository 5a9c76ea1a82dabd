import { countText, formatNumber } from '#app/ui/count-text.ts'
import type { ImportKind, ImportPreview, PastImport } from '#server/imports/contract.ts'

type Counts = ImportPreview['counts']

const NOUNS: Record<ImportKind, readonly [one: string, more: string]> = {
  people: ['person', 'people'],
  season: ['shift', 'shifts'],
}

export const KIND_LABELS: Record<ImportKind, string> = { people: 'People', season: 'Season’s programme' }

const countRecords = (kind: ImportKind, n: number) => countText(n, ...NOUNS[kind])

export const writeCount = ({ create, update }: Counts) => create + update

export function submitLabel(kind: ImportKind, counts: Counts, skip: boolean): string {
  const writes = writeCount(counts)
  if (writes === 0) return 'Nothing to import'
  const verb = counts.create === 0 ? 'Update' : 'Import'
  return `${verb} ${countRecords(kind, writes)}${skip && counts.error > 0 ? `, skip ${formatNumber(counts.error)}` : ''}`
}

export function resultText(kind: ImportKind, { create, update }: Counts): string {
  if (create === 0) return `Updated ${countRecords(kind, update)}`
  return `Created ${countRecords(kind, create)}${update ? `, updated ${formatNumber(update)}` : ''}`
}

const CREATED_NOUNS = {
  events: ['event', 'events'],
  eventtypes: ['event type', 'event types'],
  series: ['series', 'series'],
  locations: ['location', 'locations'],
  assignments: ['assignment', 'assignments'],
  roles: ['role', 'roles'],
  competencies: ['competency', 'competencies'],
} as const satisfies Record<string, readonly [string, string]>

const MAX_NAMES = 5

export const alsoCreated = (creates: ImportPreview['creates']): { title: string; names: string }[] =>
  Object.entries(CREATED_NOUNS).flatMap(([collection, [singular, plural]]) => {
    const all = creates[collection] ?? []
    if (all.length === 0) return []
    const names = [...new Set(all)]
    const rest = names.length - MAX_NAMES
    return [
      {
        title: countText(all.length, singular, plural),
        names: names.slice(0, MAX_NAMES).join(', ') + (rest > 0 ? ` and ${formatNumber(rest)} more` : ''),
      },
    ]
  })

export const importName = ({ past }: { past: Pick<PastImport, 'file_name'> }): string => past.file_name
