import { callApi } from './call-api.ts'
import type { ListData, SelectedRecords } from './list-view.ts'

/** Loads the ids when all matches of the list are selected; null where that fails. */
export async function selectedIds(
  selected: SelectedRecords,
  { contract, matches }: ListData,
): Promise<number[] | null> {
  if (!selected.all) return [...selected.ids]
  const query = new URLSearchParams({ ...matches, limit: '-1' })
  const { ok, body } = await callApi('GET', `/api/${contract.name}/?${query}`)
  return ok ? (body as { order: number[] }).order : null
}
