import { processWide } from '../kernel/process-wide.ts'
import type { Area, CallScopes, Scope } from './scopes.pure.ts'

type Declared = { areas: ReadonlyMap<string, Area>; calls: ReadonlyMap<string, CallScopes> }

const kept = processWide<Declared>('scopes')

export const declareScopes = (all: Declared): void => kept.set(all)

function declared(): Declared {
  const scopes = kept.get()
  if (!scopes) throw new Error('No features are declared: import #server/registry.ts.')
  return scopes
}

export const hasArea = (collection: string) => declared().areas.has(collection)

export const listedCollections = (): string[] => [...declared().areas.keys()]

/** An unlisted collection belongs to the organisation. */
export const areaOf = (collection: string): Area => declared().areas.get(collection) ?? 'organisation'

/**
 * Returns the scopes of a removal that affects these tables, one per area. Excludes deliveries, which are removed as a
 * record's history, and tables without an area, which are parts of records.
 */
export const scopesOfRemoval = (tables: readonly string[]): Scope[] => {
  const areas = tables.filter((table) => hasArea(table) && table !== 'deliveries').map(areaOf)
  return [...new Set(areas)].map((area): Scope => `${area}:write`)
}

export const isListedCall = (method: string, path: string) => declared().calls.has(`${method} ${path}`)

/**
 * Returns the scopes of a call by its method and path (`/events/{id}/publish`); null for unlisted calls, which keys
 * cannot make.
 */
export const scopesOfCall = (method: string, path: string): CallScopes =>
  declared().calls.get(`${method} ${path}`) ?? null

/** As `scopesOfCall`, for an address: `/api/events/4/publish`. A literal part precedes a variable one. */
export function scopesOfAddress(method: string, pathname: string): CallScopes {
  const segments = [method === 'HEAD' ? 'GET' : method, ...pathname.split('/').filter(Boolean).slice(1)]
  const varies = (part: string) => part.startsWith('{')
  const [match] = [...declared().calls]
    .map(([call, scopes]) => ({ scopes, parts: call.split(/[ /]+/) }))
    .filter(
      ({ parts }) => parts.length === segments.length && parts.every((part, i) => varies(part) || part === segments[i]),
    )
    .sort((a, b) => a.parts.filter(varies).length - b.parts.filter(varies).length)
  return match?.scopes ?? null
}
