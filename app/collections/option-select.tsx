import { CloseButton, Combobox, Text, TextInput, useCombobox } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { type ReactNode, type Ref, useEffect, useState } from 'react'
import { folded } from '#server/engine/kernel/folded-text/rules.ts'
import { firstMessage } from './answer-messages.ts'
import { callApi } from './call-api.ts'
import { useOptions } from './use-options.ts'

const CREATE = 'create'

type Props = {
  collection: string
  value: number | null
  /** The name of the chosen one, which is always shown, whatever the search finds. */
  chosen: string
  onChange: (id: number | null, label: string) => void
  label: string
  placeholder?: string
  description?: ReactNode
  error?: ReactNode
  inputRef?: Ref<HTMLInputElement>
  /** False keeps the list closed until something is typed or it is asked for, where something better stands below. */
  eager?: boolean
  /** Offers what is no longer picked as well: for looking, where people who left and archived records count. */
  all?: boolean
  /** A new record may be made from what was typed. */
  creates?: boolean
}

/**
 * A searchable select of a collection's records. What is on the screen is narrowed at every key and the server is asked when
 * typing pauses, so that Enter never takes a record that does not match what was typed.
 */
export function OptionSelect({
  collection,
  value,
  chosen,
  onChange,
  label,
  inputRef,
  creates,
  all,
  eager = true,
  ...input
}: Props) {
  /** Null while nobody is searching: then the input shows the chosen one. */
  const [typed, setTyped] = useState<string | null>(null)
  const combobox = useCombobox({ onDropdownClose: () => setTyped(null) })
  const { dropdownOpened: opened, openDropdown, closeDropdown, selectFirstOption, resetSelectedOption } = combobox
  const search = (typed ?? '').trim()
  const { options, loading } = useOptions(collection, search, opened, all)
  const offered = options.filter((option) => folded(option.label).includes(folded(search)))
  const shown =
    value === null || search || offered.some(({ id }) => id === value)
      ? offered
      : [{ id: value, label: chosen }, ...offered]
  const first = search ? shown[0]?.id : undefined
  const [refused, setRefused] = useState<string>()
  // Only when the search has ended without the very name: so that nothing is made twice.
  const creatable =
    creates &&
    search !== '' &&
    !loading &&
    !options.some((option) => option.label.toLowerCase() === search.toLowerCase())
  const create = async () => {
    const { ok, body } = await callApi('POST', `/api/${collection}`, [{ name: search }])
    const id = ok ? (body as { order: number[] }).order[0] : undefined
    if (id === undefined) return setRefused(firstMessage(body, []) ?? 'Not added. Please try again.')
    setRefused(undefined)
    onChange(id, search)
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
  const leave = () => {
    if (typed === '' && value !== null) onChange(null, '')
    closeDropdown()
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => (id === CREATE ? void create() : pick(Number(id)))}
      shadow="md"
      transitionProps={{ duration: 120 }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...input}
          ref={inputRef}
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
            if (eager) openDropdown()
          }}
          onClick={() => eager && openDropdown()}
          onBlur={leave}
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
            <Text size="xs">Search first, to avoid duplicates; a name that is not found can be added.</Text>
          </Combobox.Header>
        )}
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={label}>
          {shown.map((option) => (
            <Combobox.Option key={option.id} value={String(option.id)} active={option.id === value}>
              {option.label}
            </Combobox.Option>
          ))}
          {creatable && (
            <Combobox.Option value={CREATE}>
              Add “{search}”
              <small style={{ display: 'block', opacity: 0.8 }}>
                {refused ??
                  (shown.length > 0
                    ? 'Look at the ones above first, to avoid duplicates'
                    : 'Nothing like it was found')}
              </small>
            </Combobox.Option>
          )}
          {shown.length === 0 && !creatable && (
            <Combobox.Empty>{loading ? 'Searching…' : 'Nothing found'}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
