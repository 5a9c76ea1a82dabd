import type { RequestItem } from '#server/requests/answer/contract.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'

export type RequestGroup = { key: string; title: string; items: RequestItem[] }

/** Groups entries by event, or by series for requests of several events; in the order of the first. */
export function groupItems(items: readonly RequestItem[]): RequestGroup[] {
  const groups = new Map<string, RequestGroup>()
  for (const item of items) {
    const isSeries = item.requests.length > 1
    const key = isSeries ? `series ${item.series}` : `event ${item.event}`
    const title = isSeries ? item.series_name || 'Untitled Series' : eventName(item.event_name)
    const group = groups.get(key) ?? { key, title, items: [] }
    group.items.push(item)
    groups.set(key, group)
  }
  return [...groups.values()]
}
