import { accountsFeature } from '#server/accounts/feature.ts'
import { answersFeature } from '#server/answers/feature.ts'
import { apikeysFeature } from '#server/apikeys/feature.ts'
import { auditFeature } from '#server/audit/feature.ts'
import { availabilityFeature } from '#server/availability/feature.ts'
import { calendarFeature } from '#server/calendar/feature.ts'
import { coverFeature } from '#server/cover/feature.ts'
import { dashboardFeature } from '#server/dashboard/feature.ts'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { deliveriesFeature } from '#server/deliveries/feature.ts'
import { previewNotifications } from '#server/deliveries/preview-notifications.ts'
import type { Declaration } from '#server/engine/collections/define.ts'
import { createCollections } from '#server/engine/collections/engine.ts'
import { declareFeatures, type Feature } from '#server/engine/features.ts'
import { eventsFeature } from '#server/events/feature.ts'
import { importsFeature } from '#server/imports/feature.ts'
import { kiosksFeature } from '#server/kiosks/feature.ts'
import { leavingFeature } from '#server/leaving/feature.ts'
import { lookupsFeature } from '#server/lookups/feature.ts'
import { mergingFeature } from '#server/merging/feature.ts'
import { messagesFeature } from '#server/messages/feature.ts'
import { countScheduled } from '#server/messages/sending/still-so.ts'
import { newsFeature } from '#server/news/feature.ts'
import { openShiftsFeature } from '#server/open-shifts/feature.ts'
import { organisationFeature } from '#server/organisation/feature.ts'
import { peopleFeature } from '#server/people/feature.ts'
import { platformFeature } from '#server/platform/feature.ts'
import { publishingFeature } from '#server/publishing/feature.ts'
import { recordsFeature } from '#server/records/feature.ts'
import { requestsFeature } from '#server/requests/feature.ts'
import { shiftsFeature } from '#server/shifts/feature.ts'
import { countWorked } from '#server/shifts/hours/reached.ts'
import { swapsFeature } from '#server/swaps/feature.ts'
import { timesheetsFeature } from '#server/timesheets/feature.ts'
import { toDoFeature } from '#server/todo/feature.ts'
import { waitingFeature } from '#server/waiting/feature.ts'

/** Every feature of the product. A line here makes what it brings known to all that serve them (`docs/features.md`). */
export const FEATURES: readonly Feature[] = [
  accountsFeature,
  leavingFeature,
  peopleFeature,
  availabilityFeature,
  publishingFeature,
  openShiftsFeature,
  swapsFeature,
  waitingFeature,
  answersFeature,
  coverFeature,
  eventsFeature,
  requestsFeature,
  timesheetsFeature,
  shiftsFeature,
  recordsFeature,
  newsFeature,
  deliveriesFeature,
  messagesFeature,
  kiosksFeature,
  apikeysFeature,
  lookupsFeature,
  mergingFeature,
  importsFeature,
  calendarFeature,
  dashboardFeature,
  toDoFeature,
  organisationFeature,
  auditFeature,
  platformFeature,
]
declareFeatures(FEATURES)

/** Every collection of the product: the API, permissions, OpenAPI, CSV and the contract tests go by them. */
export const COLLECTIONS: readonly Declaration[] = FEATURES.flatMap(({ collections = [] }) => collections)

/** Builds the engine with the product's collections and the preview of notifications. Once per composition root. */
export const createProductCollections = (declarations: readonly Declaration[] = COLLECTIONS) =>
  createCollections(declarations, {
    preview: async (ctx, work) => (await previewNotifications(ctx, work))[0],
    undoWindowMs: UNDO_WINDOW_MS,
    uncollected: { roster_template_places: 'template_shifts' },
    countHeld: async ({ db }, removed) => ({ messages: await countScheduled(db, removed) }),
    countWorked,
  })
