import { MultiSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import { createByName, isCreatedByName, isNewName, SEARCH_FIRST } from './created-by-name.ts'
import { useOptions } from './use-options.ts'

const CREATE = 'create'

type Props = {
  collection: string
  label: string
  hideLabel?: boolean
  value: readonly number[]
  /** Includes inactive people and archived records, for searching. */
  all?: boolean
  names: Record<string, string>
  onChange: (ids: number[]) => void
  onNamed?: (id: number, name: string) => void
  /** False for a filter. Otherwise records that need only a name can be created from the typed one. */
  creates?: boolean
  /** Closes the list after a choice, where it would cover the next input; a press opens it again. */
  closesOnPick?: boolean
  error?: ReactNode
  description?: ReactNode
}

export function OptionMultiSelect({
  collection,
  label,
  hideLabel,
  value,
  all,
  names,
  onChange,
  onNamed,
  creates = isCreatedByName(collection),
  closesOnPick,
  description,
  error,
  ...input
}: Props) {
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState(false)
  const [knownNames, setKnownNames] = useState(names)
  const { options, loading } = useOptions(collection, search.trim(), opened, all)
  const offered = new Map(options.map(({ id, label: name }) => [String(id), name]))
  for (const id of value)
    if (!offered.has(String(id))) offered.set(String(id), knownNames[id] ?? names[id] ?? String(id))
  const [refused, setRefused] = useState<string>()
  const typedName = search.trim()
  const creatable = creates && isNewName(typedName, { options, loading })
  const create = async () => {
    const made = await createByName(collection, typedName)
    if ('refused' in made) return setRefused(made.refused)
    setRefused(undefined)
    setKnownNames({ ...knownNames, [made.id]: typedName })
    setSearch('')
    onChange([...value, made.id])
  }
  return (
    <MultiSelect
      {...input}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      description={creates && opened && search === '' ? SEARCH_FIRST : description}
      error={refused ?? error}
      data={[
        ...[...offered].map(([id, name]) => ({ value: id, label: name })),
        ...(creatable ? [{ value: CREATE, label: `Add “${typedName}”` }] : []),
      ]}
      value={value.map(String)}
      onChange={(ids) => {
        if (ids.includes(CREATE)) return void create()
        setKnownNames({ ...knownNames, ...Object.fromEntries(offered) })
        for (const id of ids) onNamed?.(Number(id), offered.get(id) ?? id)
        onChange(ids.map(Number))
        if (closesOnPick) setOpened(false)
      }}
      dropdownOpened={opened}
      searchable
      filter={({ options: data, search: typed }) =>
        data.filter((option) => 'label' in option && foldText(option.label).includes(foldText(typed.trim())))
      }
      searchValue={search}
      onSearchChange={(text) => {
        setSearch(text)
        setRefused(undefined)
      }}
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
