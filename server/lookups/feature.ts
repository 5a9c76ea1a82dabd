import { defineFeature } from '#server/engine/features.ts'
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
})
