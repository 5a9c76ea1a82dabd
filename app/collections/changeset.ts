import type { Changeset, Conflict } from '#server/engine/collections/changeset-contract.ts'

export type StoredRecord<F> = F & { id: number; version: string }

/**
 * Unsaved changes to records of one collection, each with the version that it was made from, to detect concurrent
 * changes.
 */
export type Staged<F> = {
  added: readonly { key: string; fields: F }[]
  changed: Readonly<Record<number, { version: string; fields: Partial<F> }>>
  removed: Readonly<Record<number, string>>
  /** Stored records at their first staged change; later changes are compared with them. */
  bases: Readonly<Record<number, StoredRecord<F>>>
  next: number
}

export const nothingStaged = <F>(): Staged<F> => ({ added: [], changed: {}, removed: {}, bases: {}, next: 1 })

export type Step<F> =
  | { do: 'add'; records: readonly F[] }
  | { do: 'change-new'; key: string; patch: Partial<F> }
  | { do: 'remove-new'; key: string }
  | { do: 'change'; record: StoredRecord<F>; patch: Partial<F> }
  | { do: 'remove'; record: StoredRecord<F> }
  | { do: 'restore'; id: number }
  /** Keeps the staged change and moves it to the record's current version. */
  | { do: 'keep-mine'; id: number; version: string; fields: Partial<F> }
  | { do: 'take-theirs'; ids: readonly number[] }

export function stage<F>(staged: Staged<F>, step: Step<F>): Staged<F> {
  switch (step.do) {
    case 'add': {
      const added = step.records.map((fields, i) => ({ key: `new-${staged.next + i}`, fields }))
      return { ...staged, added: [...staged.added, ...added], next: staged.next + added.length }
    }
    case 'change-new':
      return {
        ...staged,
        added: staged.added.map((record) =>
          record.key === step.key ? { ...record, fields: { ...record.fields, ...step.patch } } : record,
        ),
      }
    case 'remove-new':
      return { ...staged, added: staged.added.filter(({ key }) => key !== step.key) }
    case 'change': {
      const { id, version } = step.record
      const before = staged.changed[id]
      const base = staged.bases[id] ?? step.record
      const fields = differing<F>(base, { ...before?.fields, ...step.patch })
      const changed = without(staged.changed, [id])
      if (!Object.keys(fields).length)
        return { ...staged, changed, bases: id in staged.removed ? staged.bases : without(staged.bases, [id]) }
      return {
        ...staged,
        bases: { ...staged.bases, [id]: base },
        changed: { ...changed, [id]: { version: before?.version ?? version, fields } },
      }
    }
    case 'remove': {
      const { id, version } = step.record
      return {
        ...staged,
        bases: { ...staged.bases, [id]: staged.bases[id] ?? step.record },
        removed: { ...staged.removed, [id]: staged.changed[id]?.version ?? version },
      }
    }
    case 'restore': {
      const { id } = step
      if (!(id in staged.removed))
        return { ...staged, changed: without(staged.changed, [id]), bases: without(staged.bases, [id]) }
      const bases = id in staged.changed ? staged.bases : without(staged.bases, [id])
      return { ...staged, removed: without(staged.removed, [id]), bases }
    }
    case 'keep-mine': {
      const { id, version } = step
      const [change, base] = [staged.changed[id], staged.bases[id]]
      return {
        ...staged,
        bases: base ? { ...staged.bases, [id]: { ...base, ...step.fields, version } } : staged.bases,
        changed: change ? { ...staged.changed, [id]: { ...change, version } } : staged.changed,
        removed: id in staged.removed ? { ...staged.removed, [id]: version } : staged.removed,
      }
    }
    case 'take-theirs':
      return {
        ...staged,
        changed: without(staged.changed, step.ids),
        removed: without(staged.removed, step.ids),
        bases: without(staged.bases, step.ids),
      }
  }
}

const stagedIds = ({ changed, removed }: Pick<Staged<unknown>, 'changed' | 'removed'>): number[] =>
  [...new Set([...Object.keys(changed), ...Object.keys(removed)])].map(Number)

/** A removed record does not also count as changed. */
export function countStaged({ added, changed, removed }: Staged<unknown>) {
  const counts = {
    added: added.length,
    changed: Object.keys(changed).filter((id) => !(Number(id) in removed)).length,
    removed: Object.keys(removed).length,
  }
  return { ...counts, all: counts.added + counts.changed + counts.removed }
}

export const changesetOf = <F extends Record<string, unknown>>({
  added,
  changed,
  removed,
}: Staged<F>): Changeset<F> => ({
  added: [...added],
  changed: Object.entries(changed).flatMap(([id, change]) =>
    Number(id) in removed ? [] : [{ id: Number(id), ...change }],
  ),
  removed: Object.entries(removed).map(([id, version]) => ({ id: Number(id), version })),
})

/** Finds staged changes based on an outdated version; `gone` lists changes to deleted records. */
export function conflictsWith(
  staged: Pick<Staged<unknown>, 'changed' | 'removed'>,
  stored: readonly { id: number; version: string }[],
): { conflicts: number[]; gone: number[] } {
  const versions = new Map(stored.map(({ id, version }) => [id, version]))
  const ids = stagedIds(staged)
  const readVersion = (id: number) => staged.removed[id] ?? staged.changed[id]?.version
  return {
    conflicts: ids.filter((id) => versions.has(id) && versions.get(id) !== readVersion(id)),
    // A removal that someone else has already made is done.
    gone: ids.filter((id) => !versions.has(id) && !(id in staged.removed)),
  }
}

export const conflictsIn = <C extends Conflict = Conflict>(answer: unknown): C[] =>
  typeof answer === 'object' && answer !== null && 'conflicts' in answer && Array.isArray(answer.conflicts)
    ? answer.conflicts
    : []

/** Messages by row (`new-1`, `17`) and field. */
export type Messages = Record<string, Record<string, string>>

export function messagesIn(answer: unknown): Messages {
  const all: Messages = {}
  for (const [path, messages] of Object.entries(typeof answer === 'object' && answer !== null ? answer : {})) {
    const [row, field] = path.split('.')
    if (!row || !field || !Array.isArray(messages)) continue
    all[row] = { ...all[row], [field]: String(messages[0]) }
  }
  return all
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const differing = <F>(stored: F, patch: Partial<F>): Partial<F> =>
  Object.fromEntries(
    Object.entries(patch).filter(([name, value]) => !same(stored[name as keyof F], value)),
  ) as Partial<F>

const without = <V>(record: Readonly<Record<number, V>>, ids: readonly number[]): Record<number, V> =>
  Object.fromEntries(Object.entries(record).filter(([id]) => !ids.includes(Number(id))))
