import { paths } from '../shell/paths.ts'

/** Paths of the collections that have a list screen of their own; the others are at `/records/<name>`. */
const LIST_PATHS: Record<string, string> = {
  people: paths.people,
  events: paths.events,
  series: paths.series,
  requests: paths.requests,
  news: paths.news,
  kiosks: paths.kiosks,
  apikeys: paths.apiKeys,
}

export const listPath = (collection: string) => LIST_PATHS[collection] ?? paths.records(collection)
