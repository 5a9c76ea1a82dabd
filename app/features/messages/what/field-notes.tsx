import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import type { FieldUse, ReadersAnswer } from '#server/messages/content/preview-contract.ts'
import classes from './what.module.css'

const NAMED = 3

const number = (n: number) => n.toLocaleString('en-GB')

export function FieldNotes({ readers: { count, fields } }: { readers: ReadersAnswer }) {
  if (!fields.length || count === 0) return null
  const missing = fields.filter(({ missing }) => missing > 0)
  const which = fields.length === 1 ? 'The field is' : `All ${fields.length} fields are`
  return (
    <div className={classes.notes} role="status">
      {missing.length === 0 && (
        <p className={classes.note} data-tone="green">
          <IconCheck size={16} aria-hidden />
          {which} known for {count === 1 ? 'the one person' : `all ${number(count)} people`}
        </p>
      )}
      {missing.map((use) => (
        <p key={use.field} className={classes.note} data-tone={use.has_fallback ? undefined : 'amber'}>
          {use.has_fallback ? <IconCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
          {noteText(use, count)}
        </p>
      ))}
    </div>
  )
}

export function noteText({ label, missing, people, has_fallback }: FieldUse, count: number): string {
  const named = people.slice(0, NAMED).map(({ name }) => name)
  const others = missing - named.length
  const whom =
    missing === count && count > 1
      ? `any of the ${number(count)} people`
      : wordList([...named, ...(others > 0 ? [others === 1 ? '1 other' : `${number(others)} others`] : [])])
  const rest = has_fallback ? 'they’ll see the text after the bar' : 'they’ll see a gap there'
  return `${label} has no value for ${whom}: ${rest}.`
}
