import { paths } from '../shell/paths.ts'

/** Collections whose list is more than their declaration says, with its address; the others are at `/records/<name>`. */
const OWN: Record<string, string> = {
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

export const hasOwnList = (collection: string) => Object.hasOwn(OWN, collection)

export const listPath = (collection: string) => OWN[collection] ?? paths.records(collection)
