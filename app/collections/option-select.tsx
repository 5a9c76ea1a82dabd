import { CloseButton, Combobox, Text, TextInput, useCombobox } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import { createByName, isCreatedByName, isNewName, SEARCH_FIRST } from './created-by-name.ts'
import { foldPast, type Option, PAST, useOptions } from './use-options.ts'

const CREATE = 'create'

type Props = {
  collection: string
  value: number | null
  chosen: string
  onChange: (id: number | null, label: string) => void
  label: string
  placeholder?: string
  description?: ReactNode
  error?: ReactNode
  /** Includes inactive people and archived records, for searching. */
  all?: boolean
  kind?: string
  /** The last event of this type comes first. */
  eventtype?: number | null
  /** False for a filter. Otherwise records that need only a name can be created from the typed one. */
  creates?: boolean
}

/**
 * Filters the loaded options on every key and asks the server once typing pauses, so that Enter never picks a record
 * that does not match the text.
 */
export function OptionSelect({
  collection,
  value,
  chosen,
  onChange,
  label,
  creates = isCreatedByName(collection),
  all,
  kind,
  eventtype,
  ...input
}: Props) {
  /** Null while no one is searching; the input then shows the selected record. */
  const [typed, setTyped] = useState<string | null>(null)
  const [showsPast, setShowsPast] = useState(false)
  const combobox = useCombobox({
    onDropdownClose: () => {
      setTyped(null)
      setShowsPast(false)
    },
  })
  const { dropdownOpened: opened, openDropdown, closeDropdown, selectFirstOption, resetSelectedOption } = combobox
  const search = (typed ?? '').trim()
  const { options, loading } = useOptions(collection, search, opened, all, kind, eventtype)
  const offered = options.filter((option) => foldText(option.label).includes(foldText(search)))
  const shown =
    value === null || search || offered.some(({ id }) => id === value)
      ? offered
      : [{ id: value, label: chosen }, ...offered]
  const { next, past, fold } = foldPast(shown, showsPast || search !== '')
  const first = search ? (next[0] ?? past[0])?.id : undefined
  const [refused, setRefused] = useState<string>()
  const creatable = creates && isNewName(search, { options, loading })
  const create = async () => {
    const made = await createByName(collection, search)
    if ('refused' in made) return setRefused(made.refused)
    setRefused(undefined)
    onChange(made.id, search)
    closeDropdown()
  }

  useEffect(() => {
    if (first === undefined) resetSelectedOption()
    else selectFirstOption()
  }, [first, selectFirstOption, resetSelectedOption])

  const pick = (id: number | null) => {
    onChange(id, shown.find((option) => option.id === id)?.label ?? '')
    closeDropdown()
  }
  const onBlur = () => {
    if (typed === '' && value !== null) onChange(null, '')
    closeDropdown()
  }
  const option = ({ id, label: name }: Option) => (
    <Combobox.Option key={id} value={String(id)} active={id === value}>
      {name}
    </Combobox.Option>
  )
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        if (id === PAST) return setShowsPast(true)
        return id === CREATE ? void create() : pick(Number(id))
      }}
      shadow="md"
      transitionProps={{ duration: 120 }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...input}
          label={label}
          role="combobox"
          autoComplete="off"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={typed ?? (value === null ? '' : chosen)}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            openDropdown()
          }}
          onFocus={(event) => {
            event.currentTarget.select()
            openDropdown()
          }}
          onClick={() => openDropdown()}
          onBlur={onBlur}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && opened) event.preventDefault()
          }}
          rightSectionPointerEvents={value === null ? 'none' : 'all'}
          rightSection={
            value === null ? (
              <IconSelector size={16} aria-hidden />
            ) : (
              <CloseButton
                size="sm"
                aria-label={`Clear ${label.toLowerCase()}`}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  setTyped(null)
                  pick(null)
                }}
              />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {creates && search === '' && (
          <Combobox.Header>
            <Text size="xs">{SEARCH_FIRST}</Text>
          </Combobox.Header>
        )}
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={label}>
          {next.map(option)}
          {fold && <Combobox.Option value={PAST}>{fold}</Combobox.Option>}
          {past.length > 0 && <Combobox.Group label="Past">{past.map(option)}</Combobox.Group>}
          {creatable && (
            <Combobox.Option value={CREATE}>
              Add “{search}”
              <small style={{ display: 'block', opacity: 0.8 }}>
                {refused ??
                  (shown.length > 0 ? 'Check the ones above first to avoid duplicates' : 'No similar name found')}
              </small>
            </Combobox.Option>
          )}
          {shown.length === 0 && !creatable && <Combobox.Empty>{loading ? 'Searching…' : 'No results'}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
