import type { PlainField } from '#server/engine/collections/contract.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { useDateFormats } from '../shell/use-root.ts'
import classes from './bulk.module.css'
import { recipientsSentence } from './notification-text.ts'
import { reachText, workedText } from './reach-text.ts'
import { valueText } from './value-text.ts'

/** The engine's preview of a bulk change (docs/api.md). */
export type Preview = {
  count: number
  changed: number
  samples: { id: number; label: string; changes: Record<string, [unknown, unknown]> }[]
  /** Display names of the records that the changes point to, by collection and id. */
  names?: Record<string, Record<string, string>>
  also_removed?: Record<string, number>
  also_cleared?: Record<string, number>
  also_held?: Record<string, number>
  also_worked?: { signed_in?: number; hours?: number }
  confirm?: number
  shifts_ahead?: number
  notifies?: NotificationPreview
  refused: number
  issues: { id: number; label: string; messages: Record<string, string[]> }[]
}

type Props = {
  preview: Preview
  fields: Record<string, PlainField>
  action: 'edit' | 'remove'
  deleting: string | undefined
}

export function BulkPreview({ preview, fields, action, deleting }: Props) {
  const { count, changed, samples, names = {}, notifies, refused, issues } = preview
  const reached = reachText(preview, count === 1 ? (samples[0]?.label ?? '') : 'What is deleted')
  const when = useDateFormats()
  const unlisted = (action === 'edit' ? changed : count) - samples.length
  return (
    <section aria-label="Preview" className={classes.preview}>
      <p role="status">
        {action === 'edit' ? (
          <>
            <b className="num">{changed}</b> of <span className="num">{count}</span> will change.
            {preview.also_worked && ` ${workedText(preview.also_worked)}`}
          </>
        ) : (
          <>
            <b className="num">{count}</b> will be deleted. {reached ? `${reached} ` : deleting && `${deleting} `}You
            can undo this for a day.
          </>
        )}
        {notifies && ` ${recipientsSentence(notifies)}`}
      </p>
      {refused > 0 && (
        <ul className={classes.issues} aria-label="Problems">
          {issues.map(({ id, label, messages }) => (
            <li key={id}>
              <b>{label}</b> {Object.values(messages).flat().join(' ')}
            </li>
          ))}
          {refused > issues.length && <li>and {refused - issues.length} more</li>}
        </ul>
      )}
      <ul className={classes.samples} aria-label="Examples">
        {samples.map(({ id, label, changes }) => (
          <li key={id}>
            <span>{label}</span>
            {Object.entries(changes).map(([key, [before, after]]) => (
              <span key={key} className={classes.change}>
                <s>{valueText(fields[key], before, names, when)}</s> →{' '}
                <b>{valueText(fields[key], after, names, when)}</b>
              </span>
            ))}
          </li>
        ))}
        {unlisted > 0 && <li className={classes.more}>and {unlisted} more</li>}
      </ul>
    </section>
  )
}
