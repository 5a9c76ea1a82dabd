import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import { callApi } from './call-api.ts'
import { problemText } from './problem-text.ts'

const CREATED_BY_NAME = new Set([
  'assignments',
  'locations',
  'roles',
  'eventtypes',
  'series',
  'competencies',
  'training',
])

export const isCreatedByName = (collection: string): boolean => CREATED_BY_NAME.has(collection)

export const SEARCH_FIRST = 'Search first to avoid duplicates. If a name is not found, you can add it.'

/**
 * Whether a typed name may be added: the search has finished and nothing has this name, ignoring case and accents as
 * the search does.
 */
export const isNewName = (
  name: string,
  { options, loading }: { options: readonly { label: string }[]; loading: boolean },
): boolean => name !== '' && !loading && !options.some(({ label }) => foldText(label) === foldText(name))

/** @returns its id, or why it was refused. */
export async function createByName(collection: string, name: string): Promise<{ id: number } | { refused: string }> {
  const { ok, body } = await callApi('POST', `/api/${collection}`, [{ name }])
  const id = ok ? (body as { order: number[] }).order[0] : undefined
  return id === undefined ? { refused: problemText(body) } : { id }
}
