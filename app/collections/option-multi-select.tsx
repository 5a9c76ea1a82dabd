import { MultiSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { foldText } from '#server/engine/kernel/folded-text/rules.ts'
import { useOptions } from './use-options.ts'

type Props = {
  collection: string
  label: string
  hideLabel?: boolean
  value: readonly number[]
  /** Includes inactive people and archived records, for searching. */
  all?: boolean
  /** Names of the selected records, which are always shown. */
  names: Record<string, string>
  onChange: (ids: number[]) => void
  error?: ReactNode
  description?: ReactNode
}

/** A searchable select for several records. */
export function OptionMultiSelect({ collection, label, hideLabel, value, all, names, onChange, ...input }: Props) {
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState(false)
  const [knownNames, setKnownNames] = useState(names)
  const { options, loading } = useOptions(collection, search.trim(), opened, all)
  const offered = new Map(options.map(({ id, label: name }) => [String(id), name]))
  for (const id of value)
    if (!offered.has(String(id))) offered.set(String(id), knownNames[id] ?? names[id] ?? String(id))
  return (
    <MultiSelect
      {...input}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      data={[...offered].map(([id, name]) => ({ value: id, label: name }))}
      value={value.map(String)}
      onChange={(ids) => {
        setKnownNames({ ...knownNames, ...Object.fromEntries(offered) })
        onChange(ids.map(Number))
      }}
      searchable
      filter={({ options: data, search: typed }) =>
        data.filter((option) => 'label' in option && foldText(option.label).includes(foldText(typed.trim())))
      }
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      nothingFoundMessage={loading ? 'Searching…' : 'No results'}
      placeholder={value.length ? undefined : 'Search'}
      maxDropdownHeight={280}
      comboboxProps={{ withinPortal: false }}
      hidePickedOptions
    />
  )
}
