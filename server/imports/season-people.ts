import { groupBy } from '#server/engine/kernel/group-by.ts'
import type { PreviewRow, UnknownPerson } from './contract.ts'
import { nameKey } from './rules.ts'
import type { SeasonFacts } from './season-facts.ts'
import type { FileShift } from './season-match.ts'
import { nameFieldOf, type TimedValues } from './season-rows.ts'

export type Timed = { row: PreviewRow; values: TimedValues }

export type Entry = FileShift & Timed

/**
 * Finds volunteers by email, else by name. Shifts of unknown addresses stay open, and the addresses are listed; a
 * different name is only reported. A name must belong to exactly one active person; otherwise the row asks which.
 */
export function resolvePeople(
  rows: readonly Timed[],
  plan: { unknown_people: UnknownPerson[] },
  facts: SeasonFacts,
): Entry[] {
  const byEmail = new Map(facts.people.map((person) => [person.email.toLowerCase(), person]))
  const byName = groupBy(
    facts.people.filter(({ assignable }) => assignable),
    ({ name }) => nameKey(name),
  )
  const unknown = new Map<string, UnknownPerson>()
  const entries: Entry[] = []
  for (const { row, values } of rows) {
    const entry: Entry = {
      row,
      values,
      person: null,
      location: values.location && nameKey(values.location),
      notes: values.notes,
    }
    const { volunteer_email: email, volunteer_name: name } = values
    if (email === null && name !== null) {
      const people = byName.get(nameKey(name)) ?? []
      if (people.length !== 1) {
        const field = nameFieldOf(row.cells, null)
        row.errors = { ...row.errors, [field]: [people.length ? AMBIGUOUS_NAME : UNKNOWN_NAME] }
        const choices = people.flatMap(({ name, email }) =>
          email ? [{ value: email, label: `${name}, ${email}` }] : [],
        )
        if (choices.length) row.questions.push({ field, about: name, choices })
        continue
      }
      entry.person = people[0]!.id
    }
    entries.push(entry)
    for (let nth = 1; nth < values.needed; nth++) entries.push({ ...entry, person: null })
    if (email === null) continue
    const person = byEmail.get(email)
    if (!person) {
      const seen = unknown.get(email) ?? { email, name: '', lines: [] }
      unknown.set(email, { ...seen, name: seen.name || (name ?? ''), lines: [...seen.lines, row.line] })
      row.warnings.push(`No one here has the email ${email}; the shift is left open`)
      continue
    }
    if (name !== null && nameKey(name) !== nameKey(person.name))
      row.warnings.push(`The name here is ${name}; by email this is ${person.name}`)
    if (person.assignable) entry.person = person.id
    else row.warnings.push(`${person.name} is not an active member; the shift is left open`)
  }
  plan.unknown_people = [...unknown.values()]
  return entries
}

const UNKNOWN_NAME = 'No one active here has this name. Add them first, or give their email.'
const AMBIGUOUS_NAME = 'Several people here have this name. Choose one, or give their email.'
