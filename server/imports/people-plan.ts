import type { Change, ImportOptions, PreviewRow, Question } from './contract.ts'
import type { PersonRow, PersonValues } from './people-rows.ts'
import { nameKey, splitEntries } from './rules.ts'

export type ExistingPerson = {
  id: number
  email: string
  name: string
  phone: string | null
  role: string
  is_active: boolean
  tags: readonly string[]
  email_reminders: boolean
  sms_notifications: boolean
  joined: string | null
  competencies: readonly string[]
}

export type PeopleFacts = {
  people: readonly ExistingPerson[]
  competencies: readonly string[]
}

export type PersonUpdate = Partial<{ [K in keyof Omit<PersonValues, 'email' | 'competencies'>]: ExistingPerson[K] }>

export type PeoplePlan = {
  rows: PreviewRow[]
  /** With their final access role. */
  creates: { line: number; values: PersonValues; role: 'admin' | 'user' }[]
  updates: { line: number; id: number; set: PersonUpdate }[]
  competencies: string[]
  /** Competencies to give: by id of a stored person, by email of a new one. */
  records: { person: { id: number } | { email: string }; competency: string }[]
}

const ADMIN = 'An import can’t make anyone an administrator.'

/**
 * Plans the changes of a member list. Matches people by email. Grants access only with `allow_admins`, never removes
 * it; only adds competencies; people missing from the file stay unchanged.
 */
export function planPeople(rows: readonly PersonRow[], facts: PeopleFacts, options: ImportOptions): PeoplePlan {
  const known = new Map(facts.people.map((person) => [person.email.toLowerCase(), person]))
  const stored = new Map(facts.competencies.map((name) => [nameKey(name), name]))
  const competencies = new Map(stored)
  const answers = new Map(Object.entries(options.competencies).map(([name, answer]) => [nameKey(name), answer]))
  const plan: PeoplePlan = { rows: [], creates: [], updates: [], competencies: [], records: [] }

  const addRecords = (person: PeoplePlan['records'][number]['person'], names: readonly string[]) => {
    for (const name of names) {
      const key = nameKey(name)
      if (!competencies.has(key)) {
        competencies.set(key, name)
        plan.competencies.push(name)
      }
      plan.records.push({ person, competency: competencies.get(key) ?? name })
    }
  }

  for (const { line, cells, values, errors, warnings } of rows) {
    const row: PreviewRow = {
      line,
      outcome: 'error',
      cells,
      errors,
      warnings: [...warnings],
      changes: {},
      questions: [],
    }
    plan.rows.push(row)
    if (!values) continue
    const person = known.get(values.email)
    const meant = (name: string) => answers.get(nameKey(name)) ?? name
    const given = values.competencies && splitEntries(values.competencies, (key) => competencies.has(key)).map(meant)
    for (const name of given ?? []) {
      const like =
        stored.has(nameKey(name)) || answers.has(nameKey(name)) ? undefined : containedIn(nameKey(name), stored)
      if (like) row.questions.push(questionOf(name, like))
    }
    if (row.questions.length) {
      row.errors = {
        ...errors,
        competencies: row.questions.map(({ about, choices }) => doubtOf(about, choices[0]!.value)),
      }
      continue
    }
    if (values.role === 'admin' && person?.role !== 'admin' && !options.allow_admins) {
      row.errors = { ...errors, role: [ADMIN] }
    } else if (!person) {
      row.outcome = 'create'
      plan.creates.push({ line, values, role: values.role ?? 'user' })
      addRecords({ email: values.email }, given ?? [])
    } else {
      if (!person.is_active) row.warnings.push(`${person.name} is not active and stays inactive`)
      const { set, changes, added } = options.update_existing
        ? compare({ ...values, competencies: given }, cells, person, options, row.warnings)
        : NO_DIFFERENCE
      row.changes = changes
      row.outcome = Object.keys(changes).length ? 'update' : 'same'
      if (Object.keys(set).length) plan.updates.push({ line, id: person.id, set })
      addRecords({ id: person.id }, added)
    }
  }
  return plan
}

const doubtOf = (name: string, like: string) => `Is “${name}” the same as “${like}”, or another competency?`

const questionOf = (name: string, like: string): Question => ({
  field: 'competencies',
  about: name,
  choices: [
    { value: like, label: `The same as ${like}` },
    { value: name, label: `Add ${name}` },
  ],
})

const containedIn = (key: string, competencies: ReadonlyMap<string, string>) =>
  [...competencies].find(([other]) => other.length > 2 && key.includes(other))?.[1]

type Difference = { set: PersonUpdate; changes: Record<string, Change>; added: string[] }
const NO_DIFFERENCE: Difference = { set: {}, changes: {}, added: [] }

const displayValue = (value: string | boolean | null | readonly string[]) =>
  typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : (value ?? []).join('; ')

const setKey = (list: readonly string[]) => list.map(nameKey).sort().join('\n')

function compare(
  values: PersonValues,
  cells: Record<string, string>,
  person: ExistingPerson,
  options: ImportOptions,
  warnings: string[],
): Difference {
  const set: PersonUpdate = {}
  const changes: Record<string, Change> = {}
  const put = <K extends keyof PersonUpdate>(
    field: K,
    value: PersonUpdate[K] & (string | boolean | null | readonly string[]),
  ) => {
    set[field] = value
    changes[field] = { from: displayValue(person[field]), to: displayValue(value) }
  }
  const isCleared = (field: keyof PersonUpdate) => options.empty_deletes && cells[field] === ''

  if (values.name !== person.name) put('name', values.name)
  if (values.phone ? values.phone !== person.phone : isCleared('phone') && person.phone !== null)
    put('phone', values.phone)
  if (values.joined ? values.joined !== person.joined : isCleared('joined') && person.joined !== null)
    put('joined', values.joined)
  if (values.tags || isCleared('tags')) {
    const tags = values.tags ?? []
    if (setKey(tags) !== setKey(person.tags)) put('tags', tags)
  }
  for (const field of ['email_reminders', 'sms_notifications'] as const) {
    const value = values[field]
    if (value !== null && value !== person[field]) put(field, value)
  }
  if (values.role === 'user' && person.role === 'admin') warnings.push(`${person.name} stays an administrator`)
  else if (values.role !== null && values.role !== person.role) put('role', values.role)

  const existing = new Set(person.competencies.map(nameKey))
  const added = (values.competencies ?? []).filter((name) => !existing.has(nameKey(name)))
  if (added.length)
    changes.competencies = {
      from: displayValue(person.competencies),
      to: displayValue([...person.competencies, ...added]),
    }
  return { set, changes, added }
}
