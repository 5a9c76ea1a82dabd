import { Link } from '@remix-run/react'
import { IconX } from '@tabler/icons-react'
import type { PlainField } from '#server/engine/collections/contract.ts'
import { useDateFormats } from '../shell/use-root.ts'
import { formatDay } from '../ui/date-format.ts'
import { choiceLabel } from './choice-label.ts'
import { findComparison, parseIds, splitCondition } from './conditions.ts'
import classes from './filter.module.css'
import { listAddress } from './list-query.ts'
import type { ListData, ListView } from './list-view.ts'
import { usePendingQuery } from './use-pending-query.ts'

export function FilterChips({ view, data, path }: { view: ListView; data: ListData; path: string }) {
  const { contract, query, labels } = data
  const { dateFormat } = useDateFormats()
  const pending = usePendingQuery({ view, data, path })
  const entries = Object.entries(query.filters)
  if (!entries.length) return null
  const without = (name: string) =>
    Object.fromEntries(Object.entries(pending.filters).filter(([other]) => other !== name))
  return (
    <ul className={`row cluster list ${classes.chips}`} aria-label="Filters">
      {entries.map(([name, value]) => {
        const { path: fieldPath, operator } = splitCondition(name)
        const field = contract.fields[fieldPath]
        const comparison = field && findComparison(field, operator, value)
        if (!field || !comparison) return null
        const text = comparison.isNull ? '' : valueText(field, value, labels, dateFormat)
        return (
          <li key={name} className={classes.chip}>
            <span>
              {field.title} {comparison.label === 'is' ? '' : comparison.label} <b>{text}</b>
            </span>
            <Link
              to={`${path}${listAddress(view, pending, { filters: without(name) })}`}
              aria-label={`Remove the filter ${field.title} ${comparison.label} ${text}`}
              preventScrollReset
            >
              <IconX size={14} aria-hidden />
            </Link>
          </li>
        )
      })}
      <li>
        <Link className={classes.reset} to={`${path}${listAddress(view, pending, { filters: {} })}`} preventScrollReset>
          Reset
        </Link>
      </li>
    </ul>
  )
}

function valueText(field: PlainField, value: string, labels: ListData['labels'], dateFormat: string): string {
  switch (field.kind) {
    case 'relation':
    case 'relations':
      return parseIds(value)
        .map((id) => labels[field.to ?? '']?.[id] ?? `#${id}`)
        .join(' or ')
    case 'choice':
      return value.split(',').map(choiceLabel).join(' or ')
    case 'boolean':
      return value === 'true' ? 'Yes' : 'No'
    case 'date':
    case 'instant':
      return formatDay(value, dateFormat)
    default:
      return value
  }
}
