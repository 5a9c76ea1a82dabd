import type { EventFields, PlaceFields, RosterSave, StoredPlace } from '#server/shifts/roster-editor/contract.ts'

/**
 * What a coordinator has changed on one event and not saved yet. Each entry keeps the version of the row that it was made on,
 * so that saving notices when somebody else was there first.
 */
export type Staging = {
  added: readonly { key: string; fields: PlaceFields }[]
  changed: Readonly<Record<number, { version: string; fields: Partial<PlaceFields> }>>
  removed: Readonly<Record<number, string>>
  event: { version: string; fields: Partial<EventFields> } | null
  /** The stored places and event as they were when something was first staged on them: what a later change is told against. */
  bases: Readonly<Record<number, StoredPlace>>
  eventBase: EventFields | null
  /** Number of the next new place's key. */
  next: number
}

export const NOTHING: Staging = {
  added: [],
  changed: {},
  removed: {},
  event: null,
  bases: {},
  eventBase: null,
  next: 1,
}

export type Step =
  | { do: 'add'; count: number; fields: PlaceFields }
  | { do: 'add-all'; places: readonly PlaceFields[] }
  | { do: 'change-new'; key: string; patch: Partial<PlaceFields> }
  | { do: 'change'; row: StoredPlace; patch: Partial<PlaceFields> }
  | { do: 'remove-new'; key: string }
  | { do: 'remove'; row: StoredPlace }
  /** Takes back whatever was staged on a stored place. */
  | { do: 'restore'; id: number }
  /** Keeps what was staged although the row has changed since: from now on it is meant for this version. */
  | { do: 'insist'; row: StoredPlace }
  | { do: 'event'; version: string; stored: EventFields; patch: Partial<EventFields> }
  | { do: 'restore-event' }
  | { do: 'insist-event'; version: string; stored: EventFields }
  /** Forgets what was staged on places that are no longer there. */
  | { do: 'forget'; ids: readonly number[] }
  | { do: 'discard' }
  /** Several that are undone as one. */
  | { do: 'batch'; steps: readonly Step[] }

export function stage(staging: Staging, step: Step): Staging {
  switch (step.do) {
    case 'add':
      return stage(staging, { do: 'add-all', places: Array.from({ length: step.count }, () => step.fields) })
    case 'add-all': {
      const fresh = step.places.map((fields, i) => ({ key: `new-${staging.next + i}`, fields }))
      return { ...staging, added: [...staging.added, ...fresh], next: staging.next + fresh.length }
    }
    case 'change-new':
      return {
        ...staging,
        added: staging.added.map((a) => (a.key === step.key ? { ...a, fields: { ...a.fields, ...step.patch } } : a)),
      }
    case 'change': {
      const { id, version } = step.row
      const before = staging.changed[id]
      const fields = differing(step.row, { ...before?.fields, ...step.patch })
      const changed = without(staging.changed, [id])
      if (!Object.keys(fields).length) return { ...staging, changed, bases: without(staging.bases, [id]) }
      return {
        ...staging,
        bases: { ...staging.bases, [id]: staging.bases[id] ?? step.row },
        changed: { ...changed, [id]: { version: before?.version ?? version, fields } },
      }
    }
    case 'remove-new':
      return { ...staging, added: staging.added.filter(({ key }) => key !== step.key) }
    case 'remove':
      return {
        ...staging,
        bases: { ...staging.bases, [step.row.id]: staging.bases[step.row.id] ?? step.row },
        removed: { ...staging.removed, [step.row.id]: staging.changed[step.row.id]?.version ?? step.row.version },
      }
    case 'restore':
      // A change that was made before the removal comes back first, like any undo.
      return step.id in staging.removed
        ? { ...staging, removed: without(staging.removed, [step.id]) }
        : { ...staging, changed: without(staging.changed, [step.id]), bases: without(staging.bases, [step.id]) }
    case 'insist': {
      const { id, version } = step.row
      const change = staging.changed[id]
      return {
        ...staging,
        bases: { ...staging.bases, [id]: step.row },
        changed: change ? { ...staging.changed, [id]: { ...change, version } } : staging.changed,
        removed: id in staging.removed ? { ...staging.removed, [id]: version } : staging.removed,
      }
    }
    case 'event': {
      const fields = differing(step.stored, { ...staging.event?.fields, ...step.patch })
      return {
        ...staging,
        eventBase: staging.event ? staging.eventBase : step.stored,
        event: Object.keys(fields).length ? { version: staging.event?.version ?? step.version, fields } : null,
      }
    }
    case 'restore-event':
      return { ...staging, event: null, eventBase: null }
    case 'insist-event':
      return { ...staging, eventBase: step.stored, event: staging.event && { ...staging.event, version: step.version } }
    case 'forget':
      return {
        ...staging,
        changed: without(staging.changed, step.ids),
        removed: without(staging.removed, step.ids),
        bases: without(staging.bases, step.ids),
      }
    case 'discard':
      return NOTHING
    case 'batch':
      return step.steps.reduce(stage, staging)
  }
}

/** Steps back are kept until what they lead to is saved. */
export type Draft = { now: Staging; past: readonly Staging[] }
export const NO_DRAFT: Draft = { now: NOTHING, past: [] }
const MOST_STEPS = 100

/** Ids of stored rows with a staged change or removal. */
export const touchedIds = ({ changed, removed }: Staging): number[] =>
  [...new Set([...Object.keys(changed), ...Object.keys(removed)])].map(Number)

/**
 * A step with a way back. What somebody else removed and what was decided about their changes has none: it would bring back
 * what no longer is.
 */
export function draft({ now, past }: Draft, step: Step | { do: 'undo' } | { do: 'saved' }): Draft {
  if (step.do === 'saved') return NO_DRAFT
  if (step.do === 'undo') return { now: past.at(-1) ?? now, past: past.slice(0, -1) }
  const next = stage(now, step)
  if (step.do === 'forget' || step.do === 'insist' || step.do === 'insist-event') return { now: next, past: [] }
  return { now: next, past: [...past.slice(1 - MOST_STEPS), now] }
}

/** What of a staging rests on a version that is no longer the stored one; `gone` are rows that are no longer there. */
export function overtaken(
  staging: Staging,
  stored: { places: readonly StoredPlace[]; event: { version: string } },
): { stale: ReadonlySet<number | 'event'>; gone: number[] } {
  const rows = new Map(stored.places.map((row) => [row.id, row]))
  const stale = new Set<number | 'event'>()
  const gone: number[] = []
  for (const id of touchedIds(staging)) {
    const row = rows.get(id)
    // A removal that somebody else did already is done.
    if (!row && !(id in staging.removed)) gone.push(id)
    else if (row && row.version !== (staging.removed[id] ?? staging.changed[id]?.version)) stale.add(id)
  }
  if (staging.event && staging.event.version !== stored.event.version) stale.add('event')
  return { stale, gone }
}

export const changeCount = ({ added, changed, removed, event }: Staging): number =>
  added.length +
  Object.keys(changed).filter((id) => !(Number(id) in removed)).length +
  Object.keys(removed).length +
  (event ? 1 : 0)

/** "2 shifts added, 1 changed, 1 removed, event details changed". */
export function summaryOf({ added, changed, removed, event }: Staging): string {
  const changes = Object.keys(changed).filter((id) => !(Number(id) in removed)).length
  const counts = [
    [added.length, 'added'],
    [changes, 'changed'],
    [Object.keys(removed).length, 'removed'],
  ] as const
  const words: string[] = []
  for (const [count, verb] of counts)
    if (count) words.push(words.length ? `${count} ${verb}` : `${count} ${count === 1 ? 'shift' : 'shifts'} ${verb}`)
  if (event) words.push('event details changed')
  return words.join(', ')
}

/** The one request that saves everything. A place that is removed is not changed as well. */
export const saveOf = ({ added, changed, removed, event }: Staging, publish: boolean, token?: string): RosterSave => ({
  publish,
  ...(token && { token }),
  event,
  added: [...added],
  changed: Object.entries(changed).flatMap(([id, change]) =>
    Number(id) in removed ? [] : [{ id: Number(id), ...change }],
  ),
  removed: Object.entries(removed).map(([id, version]) => ({ id: Number(id), version })),
})

/** Messages by row (`new-1`, `17`, `event`) and field, from the answer's `${row}.${field}` keys. */
export type Messages = Record<string, Record<string, string>>

export function messagesOf(problem: Record<string, unknown>): Messages {
  const all: Messages = {}
  for (const [path, messages] of Object.entries(problem)) {
    const [row, field] = path.split('.')
    if (!row || !field || !Array.isArray(messages)) continue
    all[row] = { ...all[row], [field]: String(messages[0]) }
  }
  return all
}

function differing<T extends Record<string, unknown>>(stored: T, patch: Partial<T>): Partial<T> {
  return Object.fromEntries(Object.entries(patch).filter(([name, value]) => stored[name] !== value)) as Partial<T>
}

function without<V>(record: Readonly<Record<number, V>>, ids: readonly number[]): Record<number, V> {
  return Object.fromEntries(Object.entries(record).filter(([id]) => !ids.includes(Number(id))))
}
