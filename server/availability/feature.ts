import { sql } from 'kysely'
import { defineFeature } from '#server/engine/features.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'
import { availabilityCollection } from './collection.ts'

export const availabilityFeature = defineFeature({
  name: 'availability',
  collections: [availabilityCollection],
  area: 'requests',
  calls: {
    'POST /availability/tell': null,
  },
  audit: {
    'availability.set': 'Marked days of availability',
    'availability.unset': 'Removed days of availability',
    'availability.tell': 'Told the coordinators they’re unavailable',
  },
  ownData: {
    availability: (me) =>
      jsonList(
        sql`'date', v.date, 'available', v.available`,
        'v.date',
        sql`from availability v where v.person = ${me}`,
      ),
  },
  erase: ({ site, id }) => [sql`delete from core.availability where site_id = ${site} and person = ${id}`],
})
