import { apikeysCollection } from '#server/apikeys/collection.ts'
import { assignmentsCollection } from '#server/assignments/collection.ts'
import { availabilityCollection } from '#server/availability/collection.ts'
import { competenciesCollection } from '#server/competencies/collection.ts'
import { deliveriesCollection } from '#server/deliveries/collection.ts'
import { equipmentCollection } from '#server/equipment/collection.ts'
import { eventsCollection } from '#server/events/collection.ts'
import { eventtypesCollection } from '#server/eventtypes/collection.ts'
import { kiosksCollection } from '#server/kiosks/collection.ts'
import { locationsCollection } from '#server/locations/collection.ts'
import { messagesCollection } from '#server/messages/collection.ts'
import { messagetemplatesCollection } from '#server/messagetemplates/collection.ts'
import { newsCollection } from '#server/news/collection.ts'
import { peopleCollection } from '#server/people/collection.ts'
import { profileentriesCollection } from '#server/profileentries/collection.ts'
import { profilefieldsCollection } from '#server/profilefields/collection.ts'
import { recordsCollection } from '#server/records/collection.ts'
import { requestsCollection } from '#server/requests/collection.ts'
import { rolesCollection } from '#server/roles/collection.ts'
import { savedviewsCollection } from '#server/savedviews/collection.ts'
import { seriesCollection } from '#server/series/collection.ts'
import { shiftsCollection } from '#server/shifts/collection.ts'
import { trainingCollection } from '#server/training/collection.ts'
import type { Declaration } from './define.ts'

/** Every collection of the product. A line here gives it the API, permissions, OpenAPI, CSV and the contract tests. */
export const COLLECTIONS: readonly Declaration[] = [
  peopleCollection,
  rolesCollection,
  assignmentsCollection,
  locationsCollection,
  eventtypesCollection,
  eventsCollection,
  seriesCollection,
  shiftsCollection,
  requestsCollection,
  availabilityCollection,
  newsCollection,
  profilefieldsCollection,
  profileentriesCollection,
  competenciesCollection,
  trainingCollection,
  recordsCollection,
  messagesCollection,
  messagetemplatesCollection,
  deliveriesCollection,
  kiosksCollection,
  equipmentCollection,
  apikeysCollection,
  savedviewsCollection,
]
