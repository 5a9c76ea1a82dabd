import { sql } from 'kysely'
import { defineFeature } from '#server/engine/features.ts'
import { jsonList } from '#server/engine/kernel/db/json-list.ts'
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
} from './collections.ts'
import { renameInViews } from './merging.ts'

export const lookupsFeature = defineFeature({
  name: 'lookups',
  collections: [
    rolesCollection,
    assignmentsCollection,
    locationsCollection,
    eventtypesCollection,
    seriesCollection,
    profilefieldsCollection,
    competenciesCollection,
    trainingCollection,
    equipmentCollection,
    savedviewsCollection,
  ],
  area: {
    roles: 'shifts',
    assignments: 'shifts',
    locations: 'events',
    eventtypes: 'events',
    series: 'events',
    profilefields: 'people',
    competencies: 'training',
    training: 'training',
    equipment: 'equipment',
    savedviews: 'organisation',
  },
  ownData: {
    saved_views: (me) =>
      jsonList(
        sql`'name', b.name, 'list', b.collection, 'query', b.query, 'shared', b.shared`,
        'b.id',
        sql`from savedviews b where b.person = ${me}`,
      ),
  },
  erase: ({ site, id }) => [sql`delete from core.savedviews where site_id = ${site} and person = ${id} and not shared`],
  onMerge: renameInViews,
})
