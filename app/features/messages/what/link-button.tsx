import { ActionIcon, Button, Popover, TextInput } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { type FormEvent, type RefObject, useState } from 'react'
import { fullAddress, link, linkAt, type TextHandle } from './edit-text.ts'
import classes from './what.module.css'

type Props = { field: RefObject<TextHandle>; isOpen: boolean; onOpen: (isOpen: boolean) => void }

export const LinkButton = ({ field, isOpen, onOpen }: Props) => (
  <Popover
    opened={isOpen}
    position="bottom-start"
    width={300}
    shadow="md"
    trapFocus
    hideDetached={false}
    returnFocus={false}
    onChange={(opened) => {
      if (opened) return
      onOpen(false)
      field.current?.focus()
    }}
  >
    <Popover.Target>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label="Link"
        aria-keyshortcuts="Control+K"
        title="Link (Ctrl+K)"
        onClick={() => onOpen(!isOpen)}
      >
        <IconLink size={18} aria-hidden />
      </ActionIcon>
    </Popover.Target>
    <Popover.Dropdown aria-label="Link">
      <LinkForm field={field} onDone={() => onOpen(false)} />
    </Popover.Dropdown>
  </Popover>
)

function LinkForm({ field, onDone }: { field: RefObject<TextHandle>; onDone: () => void }) {
  const [found] = useState(() => linkAt(field.current?.selection() ?? { text: '', from: 0, to: 0 }))
  const [words, setWords] = useState(found.text)
  const [address, setAddress] = useState(found.address)
  const [error, setError] = useState<string>()
  const write = (event: FormEvent) => {
    event.preventDefault()
    // The page may be a form as well.
    event.stopPropagation()
    const full = fullAddress(address)
    if (!address.trim()) return setError('Required.')
    if (full === null) return setError('An address begins with https://, http:// or mailto:.')
    onDone()
    field.current?.apply(link(found, words, full))
  }
  return (
    <form className={classes.form} onSubmit={write} noValidate>
      <TextInput
        data-autofocus
        label="Address"
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        value={address}
        maxLength={1000}
        error={error}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <TextInput
        label="Text"
        placeholder="The address"
        value={words}
        maxLength={300}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <div className={classes.formFoot}>
        <Button type="submit">{found.address ? 'Change the link' : 'Insert the link'}</Button>
      </div>
    </form>
  )
}
