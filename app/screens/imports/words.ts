import type { ImportKind, ImportPreview } from '#server/imports/contract.ts'

type Counts = ImportPreview['counts']

const NOUNS: Record<ImportKind, readonly [one: string, more: string]> = {
  people: ['person', 'people'],
  season: ['shift', 'shifts'],
}

export const KIND_LABELS: Record<ImportKind, string> = { people: 'People', season: 'Season’s programme' }

export const number = (n: number) => n.toLocaleString('en-GB')
export const counted = (n: number, one: string, more = `${one}s`) => `${number(n)} ${n === 1 ? one : more}`
export const countOf = (kind: ImportKind, n: number) => counted(n, ...NOUNS[kind])

/** The rows that would be written. */
export const writesOf = ({ create, update }: Counts) => create + update

/** What the button does, in words: "Import 50 people, skip 5". */
export function consequence(kind: ImportKind, counts: Counts, skip: boolean): string {
  const writes = writesOf(counts)
  if (writes === 0) return 'Nothing to import'
  const verb = counts.create === 0 ? 'Update' : 'Import'
  return `${verb} ${countOf(kind, writes)}${skip && counts.error > 0 ? `, skip ${number(counts.error)}` : ''}`
}

/** What an import did: "Created 140 people, updated 3". */
export function done(kind: ImportKind, { create, update }: Counts): string {
  if (create === 0) return `Updated ${countOf(kind, update)}`
  return `Created ${countOf(kind, create)}${update ? `, updated ${number(update)}` : ''}`
}

const MADE = {
  events: ['event', 'events'],
  eventtypes: ['event type', 'event types'],
  series: ['series', 'series'],
  locations: ['location', 'locations'],
  assignments: ['assignment', 'assignments'],
  roles: ['role', 'roles'],
  competencies: ['competency', 'competencies'],
} as const satisfies Record<string, readonly [string, string]>

const SHOWN = 5

/** What would be made beside the rows, each as its number and its first different names. */
export const alsoMade = (creates: ImportPreview['creates']): { title: string; names: string }[] =>
  Object.entries(MADE).flatMap(([collection, [one, more]]) => {
    const all = creates[collection] ?? []
    if (all.length === 0) return []
    const names = [...new Set(all)]
    const rest = names.length - SHOWN
    return [
      {
        title: counted(all.length, one, more),
        names: names.slice(0, SHOWN).join(', ') + (rest > 0 ? ` and ${number(rest)} more` : ''),
      },
    ]
  })
