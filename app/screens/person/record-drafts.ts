import { fieldMessage } from '../../collections/answer-messages.ts'
import type { ListRecord } from '../../collections/list-view.ts'
import { type Listed, nameIn } from './person-data.ts'

/** A record as it is being edited. A negative id is one that does not exist yet. */
export type Draft = {
  id: number
  person: number | null
  personName: string
  competency: number | null
  competencyName: string
  training: number | null
  trainingName: string
  achieved: string
  details: string
  remove?: boolean
}

const idOrNull = (value: unknown) => (typeof value === 'number' ? value : null)

export const draftOf = (record: ListRecord, personName: string, records: Listed): Draft => ({
  id: record.id,
  person: idOrNull(record.person),
  personName,
  competency: idOrNull(record.competency),
  competencyName: nameIn(records, 'competencies', record.competency),
  training: idOrNull(record.training),
  trainingName: nameIn(records, 'training', record.training),
  achieved: String(record.achieved ?? ''),
  details: String(record.details ?? ''),
})

export const freshDraft = (person: number, personName: string, drafts: readonly Draft[]): Draft => ({
  id: Math.min(0, ...drafts.map(({ id }) => id)) - 1,
  person,
  personName,
  competency: null,
  competencyName: '',
  training: null,
  trainingName: '',
  achieved: '',
  details: '',
})

const REQUIRED = 'Required.'

/** Requires person, competency and achieved date, and checks the date's form. */
export function obstaclesOf({ person, competency, achieved }: Draft): Record<string, string> {
  const day = achieved.trim()
  return {
    ...(person === null && { person: REQUIRED }),
    ...(competency === null && { competency: REQUIRED }),
    ...(day === '' ? { achieved: REQUIRED } : !isDay(day) && { achieved: 'Date format must be YYYY-MM-DD' }),
  }
}

const isDay = (value: string) =>
  /^[12]\d{3}-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)

/** The fields whose messages stand under them. */
export const SHOWN = ['person', 'competency', 'training', 'achieved', 'details'] as const

/** What the server said of each record that was sent, by its draft's id: a longer list is answered one by one (`items`). */
export function refusedFields(sent: readonly Draft[], body: unknown): Record<number, Record<string, string>> {
  const items = typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items) && body.items
  return Object.fromEntries(
    sent.flatMap(({ id }, place) => {
      const said = items ? items[place] : body
      const under = SHOWN.flatMap((field) => {
        const message = fieldMessage(said, field)
        return message === undefined ? [] : [[field, message]]
      })
      return under.length ? [[id, Object.fromEntries(under)]] : []
    }),
  )
}

/** What one Save sends: deletes, creates and updates; new ones lose their temporary id. */
export function recordWrites(drafts: readonly Draft[]) {
  const body = ({ person, competency, training, achieved, details }: Draft) => ({
    person,
    competency,
    training,
    achieved: achieved.trim(),
    details,
  })
  return {
    removed: drafts.filter(({ id, remove }) => remove && id > 0).map(({ id }) => id),
    created: drafts.filter(({ id, remove }) => !remove && id < 0).map(body),
    updated: drafts.filter(({ id, remove }) => !remove && id > 0).map((draft) => ({ id: draft.id, ...body(draft) })),
  }
}
