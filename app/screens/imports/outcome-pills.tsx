import { type ImportPreview, OUTCOMES, type Outcome } from '#server/imports/contract.ts'
import classes from './imports.module.css'
import { number } from './words.ts'

/** Which rows are listed: all, those with one outcome, or those with something to note. */
export type Shown = 'all' | Outcome | 'warning'

const WORDS: Record<Shown, string> = {
  all: 'All',
  create: 'Create',
  update: 'Update',
  same: 'No change',
  error: 'Errors',
  warning: 'Warnings',
}

type Props = { counts: ImportPreview['counts']; total: number; shown: Shown; onShow: (shown: Shown) => void }

/** The summary is the filter. */
export function OutcomePills({ counts, total, shown, onShow }: Props) {
  const pills: [Shown, number][] = [
    ['all', total],
    ...OUTCOMES.map((outcome): [Shown, number] => [outcome, counts[outcome]]),
    ['warning', counts.warning],
  ]
  return (
    <fieldset className={classes.pills}>
      <legend>Rows to show</legend>
      {pills.map(([pill, n]) => (
        <button
          key={pill}
          type="button"
          aria-pressed={pill === shown}
          data-pill={n > 0 ? pill : undefined}
          onClick={() => onShow(pill)}
        >
          <b>{number(n)}</b> {WORDS[pill]}
        </button>
      ))}
    </fieldset>
  )
}
