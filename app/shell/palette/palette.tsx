import { Combobox, Loader, Modal, useCombobox, VisuallyHidden } from '@mantine/core'
import { useNavigate, useSubmit } from '@remix-run/react'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useViewer, useWhen } from '../use-root.ts'
import { entriesFor } from './entries.ts'
import classes from './palette.module.css'
import { useRecordSearch } from './use-record-search.ts'

/** One field that finds people, events, series, screens and actions. Arrows choose, Enter goes there, Escape closes. */
export default function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [text, setText] = useState('')
  const viewer = useViewer()
  const { date } = useWhen()
  const navigate = useNavigate()
  const submit = useSubmit()
  const combobox = useCombobox({ opened: true })
  const { found, searching } = useRecordSearch(text, opened)
  const groups = entriesFor(text, found, { admin: viewer?.role === 'admin', dateOf: date })
  const entries = groups.flatMap((group) => group.entries)
  const listed = entries.map(({ key }) => key).join()
  const { selectFirstOption } = combobox
  // Another list begins at its first line.
  useEffect(() => {
    if (opened && listed) selectFirstOption()
  }, [listed, opened, selectFirstOption])
  const choose = (key: string) => {
    const entry = entries.find((one) => one.key === key)
    if (!entry) return
    onClose()
    setText('')
    if (entry.post) submit(null, { method: 'post', action: entry.to })
    else navigate(entry.to)
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      title={<VisuallyHidden>Search or jump to</VisuallyHidden>}
      classNames={{ header: classes.hidden ?? '', body: classes.body ?? '' }}
      yOffset="12dvh"
      size={560}
    >
      <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
        <div className={classes.search}>
          <IconSearch size={20} aria-hidden />
          <Combobox.EventsTarget>
            <input
              data-autofocus
              aria-label="Search or jump to"
              placeholder="A person, an event, a screen …"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Escape' && onClose()}
            />
          </Combobox.EventsTarget>
          {searching && <Loader size={18} aria-hidden />}
        </div>
        <Combobox.Options className={classes.options} aria-label="What was found">
          {groups.map(({ title, entries: of }) => (
            <Combobox.Group key={title} label={title}>
              {of.map(({ key, label, note, icon: Sign }) => (
                <Combobox.Option key={key} value={key} className={classes.option}>
                  <Sign size={18} stroke={1.8} aria-hidden />
                  <span>{label}</span>
                  {note && <small>{note}</small>}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
        {entries.length === 0 && (
          <p className={classes.nothing}>{searching ? 'Searching …' : 'Nothing is called so.'}</p>
        )}
      </Combobox>
      <VisuallyHidden role="status">{searching ? '' : `${entries.length} found`}</VisuallyHidden>
    </Modal>
  )
}
