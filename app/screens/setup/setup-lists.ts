import { wordList } from '#server/engine/kernel/word-list/rules.ts'
import { choiceLabel } from '../../collections/choice-label.ts'
import { excerpt } from '../../collections/excerpt.ts'
import type { ListRecord, ListView } from '../../collections/list-view.ts'
import { paths } from '../../shell/paths.ts'
import { durationText, monthsText } from '../../ui/duration-text.ts'
import { assignmentsView } from '../list-views/assignments.ts'
import { competenciesView } from '../list-views/competencies.ts'
import { equipmentView } from '../list-views/equipment.ts'
import { eventTypesView } from '../list-views/event-types.tsx'
import { locationsView } from '../list-views/locations.ts'
import { profileFieldsView } from '../list-views/profile-fields.tsx'
import { rolesView } from '../list-views/roles.ts'
import { trainingView } from '../list-views/training.ts'

/** Finds the name of a record that another one refers to; empty where it is unknown. */
export type NameOf = (collection: string, id: unknown) => string

export type SetupList = {
  view: ListView
  title: string
  hint: string
  /** Says in a few words what matters about a record. */
  matters: (record: ListRecord, nameOf: NameOf) => string
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The lists of "How this club works", in order. */
export const SETUP_LISTS: readonly SetupList[] = [
  {
    view: eventTypesView,
    title: 'Event types',
    hint: 'Colour in the calendar and the usual length of a new event.',
    matters: ({ default_duration }) => (default_duration ? `Usually ${durationText(default_duration)}` : ''),
  },
  {
    view: assignmentsView,
    title: 'Assignments',
    hint: 'What is done on a shift. The order here is the order on every roster.',
    matters: ({ details }) => excerpt(details),
  },
  {
    view: locationsView,
    title: 'Locations',
    hint: 'Shown on events and shifts.',
    matters: ({ address }) => excerpt(address),
  },
  {
    view: rolesView,
    title: 'Roles',
    hint: 'The part somebody takes on a shift, and what it needs.',
    matters: ({ required_competencies: needs, details }, nameOf) => {
      const names = (Array.isArray(needs) ? needs : []).map((id) => nameOf('competencies', id)).filter(Boolean)
      return names.length ? `Needs ${wordList(names)}` : excerpt(details)
    },
  },
  {
    view: trainingView,
    title: 'Training',
    hint: 'Courses, and the competency that each leads to.',
    matters: ({ competency, details }, nameOf) =>
      nameOf('competencies', competency) ? `Leads to ${nameOf('competencies', competency)}` : excerpt(details),
  },
  {
    view: competenciesView,
    title: 'Competencies',
    hint: 'What people are qualified for, and for how long.',
    matters: ({ valid_months: months }) =>
      typeof months === 'number' ? `Lasts ${monthsText(months)}` : 'Does not expire',
  },
  {
    view: profileFieldsView,
    title: 'Profile fields',
    hint: 'What you ask every member, beside name, email and phone.',
    matters: ({ kind, required, user_visible }) =>
      sentence(
        [
          choiceLabel(String(kind)),
          required === true && 'must be filled in',
          user_visible !== true && 'only admins see it',
        ]
          .filter(Boolean)
          .join(', '),
      ),
  },
  {
    view: equipmentView,
    title: 'Equipment',
    hint: 'Boats and gear that belong to a location.',
    matters: ({ location }, nameOf) => nameOf('locations', location),
  },
]

/** Lists at an address of their own have all tools there; the others at the address of their records. */
const LISTED_AT: Record<string, string> = { events: `${paths.events}?view=all` }

/** The address of the records that use one: those of `by` whose `field` refers to it. */
export function usesPath({ by, field }: { by: string; field: string }, id: number): string {
  const list = LISTED_AT[by] ?? `${paths.records(by)}?view=all`
  return `${list}&${field}=${id}`
}
