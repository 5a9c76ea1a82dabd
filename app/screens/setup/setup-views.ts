import { assignmentsView } from '../list-views/assignments.ts'
import { competenciesView } from '../list-views/competencies.ts'
import { equipmentView } from '../list-views/equipment.ts'
import { eventTypesView } from '../list-views/event-types.tsx'
import { locationsView } from '../list-views/locations.ts'
import { profileFieldsView } from '../list-views/profile-fields.tsx'
import { rolesView } from '../list-views/roles.ts'
import { trainingView } from '../list-views/training.ts'

/** The lists behind events, rosters and people, whose records say where they are used. */
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
