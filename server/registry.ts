import { answersFeature } from '#server/answers/feature.ts'
import { apikeysCollection } from '#server/apikeys/collection.ts'
import { availabilityCollection } from '#server/availability/collection.ts'
import { coverasksCollection, coversCollection } from '#server/cover/collection.ts'
import { coverFeature } from '#server/cover/feature.ts'
import { deliveriesCollection } from '#server/deliveries/collection.ts'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { previewNotifications } from '#server/deliveries/preview-notifications.ts'
import type { Declaration } from '#server/engine/collections/define.ts'
import { createCollections } from '#server/engine/collections/engine.ts'
import { declareFeatures, type Feature } from '#server/engine/features.ts'
import { eventsCollection } from '#server/events/collection.ts'
import { eventsFeature } from '#server/events/feature.ts'
import { kiosksCollection } from '#server/kiosks/collection.ts'
import { peopleWithShifts } from '#server/leaving/collection.ts'
import {
  assignmentsCollection,
  competenciesCollection,
  equipmentCollection,
  eventtypesCollection,
  locationsCollection,
  profilefieldsCollection,
  rolesCollection,
  savedviewsCollection,
  seriesCollection,
  trainingCollection,
} from '#server/lookups/collections.ts'
import { messagesCollection } from '#server/messages/collection.ts'
import { countScheduled } from '#server/messages/sending/still-so.ts'
import { messagetemplatesCollection } from '#server/messages/templates/collection.ts'
import { newsCollection } from '#server/news/collection.ts'
import { profileentriesCollection } from '#server/people/profile-entries/collection.ts'
import { publishingFeature } from '#server/publishing/feature.ts'
import { recordsCollection } from '#server/records/collection.ts'
import { requestsCollection } from '#server/requests/collection.ts'
import { shiftsCollection } from '#server/shifts/collection.ts'
import { countWorked } from '#server/shifts/hours/reached.ts'
import { swapsFeature } from '#server/swaps/feature.ts'
import { waitingFeature } from '#server/waiting/feature.ts'

/** Every feature of the product. A line here makes its notices known to all that serve them. */
export const FEATURES: readonly Feature[] = [
  eventsFeature,
  answersFeature,
  coverFeature,
  swapsFeature,
  waitingFeature,
  publishingFeature,
]
declareFeatures(FEATURES)

/** Every collection of the product. A line here gives it the API, permissions, OpenAPI, CSV and the contract tests. */
export const COLLECTIONS: readonly Declaration[] = [
  peopleWithShifts,
  rolesCollection,
  assignmentsCollection,
  locationsCollection,
  eventtypesCollection,
  eventsCollection,
  seriesCollection,
  shiftsCollection,
  requestsCollection,
  coversCollection,
  coverasksCollection,
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

/** Builds the engine with the product's collections and the preview of notifications. Once per composition root. */
export const createProductCollections = (declarations: readonly Declaration[] = COLLECTIONS) =>
  createCollections(declarations, {
    preview: async (ctx, work) => (await previewNotifications(ctx, work))[0],
    undoWindowMs: UNDO_WINDOW_MS,
    uncollected: { roster_template_places: 'template_shifts' },
    countHeld: async ({ db }, removed) => ({ messages: await countScheduled(db, removed) }),
    countWorked,
  })
