import { MultiSelect } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { OptionSelect } from '#app/collections/option-select.tsx'
import type { Grid, GridQuery } from '#server/shifts/grid/contract.ts'
import classes from './grid.module.css'

type Props = {
  grid: Grid
  query: GridQuery
  counts: Record<(typeof SHOW)[number][0], number>
  go: (over: Record<string, string | null>) => void
}

const SHOW = [
  ['open', 'Open'],
  ['unanswered', 'Not answered'],
  ['cover', 'Needs cover'],
  ['clashes', 'Clashes'],
  ['unfit', 'Not qualified'],
  ['outside', 'Outside the event'],
  ['unpublished', 'Not published'],
] as const

const ALARMS: Partial<Record<(typeof SHOW)[number][0], 'red' | 'amber'>> = {
  clashes: 'red',
  unfit: 'red',
  outside: 'amber',
}

export function GridFilters({ grid, query, counts, go }: Props) {
  const options = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }))
  const person = query.person[0] ?? null
  return (
    <div className={classes.filters}>
      <fieldset aria-label="Only events with">
        {SHOW.filter(([key]) => counts[key] > 0 || query.show === key).map(([key, label]) => (
          <button
            key={key}
            type="button"
            aria-pressed={query.show === key}
            data-tone={ALARMS[key]}
            onClick={() => go({ show: query.show === key ? null : key })}
          >
            {ALARMS[key] && <IconAlertTriangle size={14} aria-hidden />}
            {label} <b>{counts[key]}</b>
          </button>
        ))}
      </fieldset>
      <MultiSelect
        aria-label="Event types"
        placeholder={query.type.length ? '' : 'Any type'}
        data={options(grid.eventtypes)}
        value={query.type.map(String)}
        onChange={(ids) => go({ type: ids.join() || null })}
        clearable
        size="xs"
      />
      {grid.roles.length > 0 && (
        <MultiSelect
          aria-label="Roles"
          placeholder={query.role.length ? '' : 'Any role'}
          data={options(grid.roles)}
          value={query.role.map(String)}
          onChange={(ids) => go({ role: ids.join() || null })}
          clearable
          size="xs"
        />
      )}
      <div className={`unseen-label ${classes.person}`}>
        <OptionSelect
          collection="people"
          label="Person"
          placeholder="Anyone"
          value={person}
          chosen={person === null ? '' : (grid.people[person] ?? '')}
          onChange={(id) => go({ person: id === null ? null : String(id) })}
        />
      </div>
    </div>
  )
}
