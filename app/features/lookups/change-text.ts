import { counted } from '#app/collections/reach-text.ts'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import type { Use } from '#server/lookups/uses.ts'

/** Sums uses by collection: two fields of one collection are one number of records. */
function byCollection(uses: readonly Use[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { by, count } of uses) counts.set(by, (counts.get(by) ?? 0) + count)
  return [...counts]
}

/** "14 events and 3 shifts"; empty without any. */
export const usesText = (uses: readonly Use[]): string => wordList(byCollection(uses).map(counted))

export const changeText = (uses: readonly Use[]): string =>
  uses.length
    ? `Changes ${usesText(uses)} straight away. No one is notified.`
    : 'Not used yet, so nothing else changes.'

/** Describes the effect of a merge. @param gone the name of the removed record. */
export const mergeText = (gone: string, kept: string, uses: readonly Use[]): string => {
  const total = uses.reduce((sum, { count }) => sum + count, 0)
  const moved = total
    ? `${usesText(uses)} ${total === 1 ? 'moves' : 'move'} to “${kept}”, and “${gone}” is removed.`
    : `“${gone}” isn’t used, so it’s simply removed.`
  return `${moved} No one is notified. This cannot be undone.`
}
