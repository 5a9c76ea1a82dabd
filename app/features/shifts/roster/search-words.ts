import type { ThreadEntry } from '#server/answers/thread/contract.ts'

export type OpenSearch = 'searching' | 'paused' | 'exhausted'

const LINES: Record<OpenSearch, { open: string; cover: string }> = {
  searching: { open: 'Suitable people are being asked.', cover: 'Others are asked to cover' },
  paused: { open: 'Asking people is paused.', cover: 'Asking others is paused' },
  exhausted: { open: 'There’s no one left to ask.', cover: 'No one is left to ask' },
}

/** Returns the state of an open shift's search, from its thread; null for none. */
export function openSearch(entries: readonly ThreadEntry[]): OpenSearch | null {
  for (const entry of entries)
    if (entry.kind === 'search' && entry.state !== 'covered' && entry.state !== 'stopped') return entry.state
  return null
}

export const searchLine = (state: OpenSearch): string => LINES[state].open

/** The search for cover of a shift, as a part of a sentence. */
export const coverLine = (state: OpenSearch | null): string =>
  state ? LINES[state].cover : 'No one has been asked to cover'
