import { MultiSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import { createByName, isCreatedByName, isNewName, SEARCH_FIRST } from './created-by-name.ts'
import { foldPast, type Option, PAST, useOptions } from './use-options.ts'

const CREATE = 'create'

const choice = ({ id, label }: Option) => ({ value: String(id), label })

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
  const [showsPast, setShowsPast] = useState(false)
  const offered = [
    ...options.map((option) => (value.includes(option.id) ? { ...option, past: false } : option)),
    ...value
      .filter((id) => !options.some((option) => option.id === id))
      .map((id) => ({ id, label: knownNames[id] ?? names[id] ?? String(id) })),
  ]
  const { next, past, fold } = foldPast(offered, showsPast || search.trim() !== '')
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
        ...next.map(choice),
        ...(fold ? [{ value: PAST, label: fold }] : []),
        ...(past.length ? [{ group: 'Past', items: past.map(choice) }] : []),
        ...(creatable ? [{ value: CREATE, label: `Add “${typedName}”` }] : []),
      ]}
      value={value.map(String)}
      onChange={(ids) => {
        if (ids.includes(CREATE)) return void create()
        if (ids.includes(PAST)) return setShowsPast(true)
        const known = Object.fromEntries(offered.map(({ id, label: name }) => [id, name]))
        setKnownNames({ ...knownNames, ...known })
        for (const id of ids) onNamed?.(Number(id), known[id] ?? id)
        onChange(ids.map(Number))
        if (closesOnPick) setOpened(false)
      }}
      dropdownOpened={opened}
      searchable
      filter={({ options: data, search: typed }) => {
        const matches = ({ label: name }: { label: string }) => foldText(name).includes(foldText(typed.trim()))
        return data.flatMap<(typeof data)[number]>((part) => {
          if (!('group' in part)) return matches(part) ? [part] : []
          const items = part.items.filter(matches)
          return items.length ? [{ ...part, items }] : []
        })
      }}
      searchValue={search}
      onSearchChange={(text) => {
        setSearch(text)
        setRefused(undefined)
      }}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => {
        setOpened(false)
        setShowsPast(false)
      }}
      nothingFoundMessage={loading ? 'Searching…' : 'No results'}
      placeholder={value.length ? undefined : 'Search'}
      maxDropdownHeight={280}
      comboboxProps={{ withinPortal: false }}
      hidePickedOptions
    />
  )
}
