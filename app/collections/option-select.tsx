import { Select } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { useState } from 'react'
import { type Option, useOptions } from './use-options.ts'

type Props = {
  collection: string
  value: number | null
  /** The name of the chosen one, which is always shown, whatever the search finds. */
  chosen?: string
  onChange: (id: number | null, label: string) => void
  label?: ReactNode
  'aria-label'?: string
  placeholder?: string
  description?: ReactNode
  error?: ReactNode
  disabled?: boolean
  clearable?: boolean
  required?: boolean
  className?: string
  inputRef?: Ref<HTMLInputElement>
}

/** A searchable select of a collection's records (specification §2.7). */
export function OptionSelect({ collection, value, chosen, onChange, clearable = true, inputRef, ...input }: Props) {
  const [opened, setOpened] = useState(false)
  const [search, setSearch] = useState(chosen ?? '')
  const { options, loading } = useOptions(collection, search === (chosen ?? '') ? '' : search, opened)
  const own: Option[] =
    value === null || options.some(({ id }) => id === value) ? [] : [{ id: value, label: chosen ?? `No. ${value}` }]
  const data = [...own, ...options].map(({ id, label }) => ({ value: String(id), label }))
  return (
    <Select
      {...input}
      ref={inputRef}
      data={data}
      value={value === null ? null : String(value)}
      onChange={(next, option) => onChange(next === null ? null : Number(next), option?.label ?? '')}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      filter={({ options: found }) => found}
      nothingFoundMessage={loading ? 'Searching…' : 'Nothing found'}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': 'Clear', 'aria-hidden': false, tabIndex: 0 }}
      allowDeselect={false}
      maxDropdownHeight={280}
      selectFirstOptionOnChange
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      comboboxProps={{ shadow: 'md', transitionProps: { duration: 120 } }}
    />
  )
}
