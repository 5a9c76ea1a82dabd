import { paths } from '../shell/paths.ts'

/** Paths of the collections that have a list screen of their own; the others are at `/records/<name>`. */
const LIST_PATHS: Record<string, string> = {
  people: paths.people,
  roles: paths.roles,
  assignments: paths.assignments,
  locations: paths.locations,
  eventtypes: paths.eventTypes,
  events: paths.events,
  series: paths.series,
  shifts: paths.shifts,
  requests: paths.requests,
  news: paths.news,
  profilefields: paths.profileFields,
  competencies: paths.competencies,
  training: paths.training,
  kiosks: paths.kiosks,
  equipment: paths.equipment,
  apikeys: paths.apiKeys,
}

export const hasOwnList = (collection: string) => Object.hasOwn(LIST_PATHS, collection)

export const listPath = (collection: string) => LIST_PATHS[collection] ?? paths.records(collection)
