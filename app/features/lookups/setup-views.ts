import { assignmentsView } from './assignments-list.ts'
import { competenciesView } from './competencies-list.ts'
import { equipmentView } from './equipment-list.ts'
import { eventTypesView } from './event-types-list.tsx'
import { locationsView } from './locations-list.ts'
import { profileFieldsView } from './profile-fields-list.tsx'
import { rolesView } from './roles-list.ts'
import { trainingView } from './training-list.ts'

export const SETUP_VIEWS = [
  eventTypesView,
  assignmentsView,
  locationsView,
  rolesView,
  trainingView,
  competenciesView,
  profileFieldsView,
  equipmentView,
]
