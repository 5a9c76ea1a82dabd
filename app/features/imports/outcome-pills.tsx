import { formatNumber } from '#app/ui/count-text.ts'
import { type ImportPreview, OUTCOMES, type Outcome } from '#server/imports/contract.ts'
import classes from './imports.module.css'

export type RowFilter = 'all' | Outcome | 'warning'

const FILTER_LABELS: Record<RowFilter, string> = {
  all: 'All',
  create: 'Create',
  update: 'Update',
  same: 'No change',
  error: 'Errors',
  warning: 'Warnings',
}

type Props = {
  counts: ImportPreview['counts']
  total: number
  filter: RowFilter
  onFilter: (filter: RowFilter) => void
}

export function OutcomePills({ counts, total, filter, onFilter }: Props) {
  const pills: [RowFilter, number][] = [
    ['all', total],
    ...OUTCOMES.map((outcome): [RowFilter, number] => [outcome, counts[outcome]]),
    ['warning', counts.warning],
  ]
  return (
    <fieldset className={`cluster ${classes.pills}`}>
      <legend className="unseen">Rows to show</legend>
      {pills.map(([pill, count]) => (
        <button
          key={pill}
          type="button"
          aria-pressed={pill === filter}
          data-pill={count > 0 ? pill : undefined}
          onClick={() => onFilter(pill)}
        >
          <b>{formatNumber(count)}</b> {FILTER_LABELS[pill]}
        </button>
      ))}
    </fieldset>
  )
}
