import { paths } from './paths.ts'

/** Paths of the collections with a separate list screen; the others are at `/records/<name>`. */
const LIST_PATHS: Record<string, string> = {
  people: paths.people,
  events: paths.events,
  series: paths.series,
  requests: paths.toDoKind('request'),
  shifts: paths.shifts,
  news: paths.news,
  messagetemplates: paths.templates,
  kiosks: paths.kiosks,
  apikeys: paths.apiKeys,
}

/** Collections without a table at `/records/<name>`: their records or their list have separate screens. */
export const ONLY_AT: Record<string, string> = { messagetemplates: paths.templates, shifts: paths.shifts }

export const listPath = (collection: string) => LIST_PATHS[collection] ?? paths.records(collection)
