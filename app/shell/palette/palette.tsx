import { Combobox, Loader, useCombobox } from '@mantine/core'
import { useNavigate, useSubmit } from '@remix-run/react'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Modal } from '../../ui/modal.tsx'
import { openEventProof } from '../event-proof.ts'
import { useDateFormats, useViewer } from '../use-root.ts'
import { type Entry, entriesFor } from './entries.ts'
import classes from './palette.module.css'
import { useRecordSearch } from './use-record-search.ts'

type Props = {
  opened: boolean
  creates?: boolean
  onShortcuts: () => void
  onClose: () => void
}

/** Searches people, events, series, screens, settings and actions. Arrow keys choose, Enter opens, Escape closes. */
export default function Palette({ opened, onClose, ...props }: Props) {
  const title = props.creates ? 'Create' : 'Search or jump to'
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      title={<span className="unseen">{title}</span>}
      classNames={{ header: classes.hidden ?? '', body: classes.body ?? '' }}
      yOffset="12dvh"
      size={560}
    >
      <Search title={title} onClose={onClose} {...props} />
    </Modal>
  )
}

function Search({ title, creates = false, onShortcuts, onClose }: Omit<Props, 'opened'> & { title: string }) {
  const [text, setText] = useState('')
  const viewer = useViewer()
  const { date } = useDateFormats()
  const navigate = useNavigate()
  const submit = useSubmit()
  const combobox = useCombobox({ opened: true })
  const { found, searching } = useRecordSearch(text, { active: !creates, admin: viewer?.role === 'admin' })
  const [inside, setInside] = useState<Entry | null>(null)
  // Waits for who is on now, so that nothing moves under the finger.
  const groups = inside?.within
    ? [inside.within]
    : text === '' && searching
      ? []
      : entriesFor(text, found, {
          admin: viewer?.role === 'admin',
          isAdmin: viewer?.isAdmin ?? false,
          dateOf: date,
          creates,
        })
  const entries = groups.flatMap((group) => group.entries)
  const entryKeys = entries.map(({ key }) => key).join()
  const { selectFirstOption } = combobox
  // Selects the first entry whenever the entries change.
  useEffect(() => {
    if (entryKeys) selectFirstOption()
  }, [entryKeys, selectFirstOption])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, value } = event.currentTarget
    // The selection follows a moment after rendering.
    const chosen = entries[Math.max(0, combobox.getSelectedOptionIndex())]
    if (event.key === 'ArrowRight' && selectionStart === value.length && chosen?.within) setInside(chosen)
    else if (event.key === 'ArrowLeft' && inside) setInside(null)
    else if (event.key === 'Escape' && inside) setInside(null)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  const choose = (key: string) => {
    const entry = entries.find((candidate) => candidate.key === key)
    if (!entry) return
    onClose()
    if (entry.publishes !== undefined) openEventProof(entry.publishes, inside?.label ?? '')
    else if (entry.post) submit(entry.post, { method: 'post', action: entry.to })
    else navigate(entry.to)
  }
  return (
    <>
      <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
        <div className={`row ${classes.search}`}>
          <IconSearch size={20} aria-hidden />
          <Combobox.EventsTarget withExpandedAttribute>
            <input
              data-autofocus
              role="combobox"
              aria-expanded
              aria-label={title}
              placeholder={creates ? 'What do you want to create?' : 'Search people, events, screens and settings…'}
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value)
                setInside(null)
              }}
              onKeyDown={onKeyDown}
            />
          </Combobox.EventsTarget>
          {searching && <Loader size={18} aria-hidden />}
        </div>
        <Combobox.Options className={classes.options} aria-label="Search results">
          {groups.map(({ title, entries: groupEntries }) => (
            <Combobox.Group key={title} label={title}>
              {groupEntries.map(({ key, label, note, within, icon: EntryIcon }) => (
                <Combobox.Option key={key} value={key} className={`row ${classes.option}`}>
                  <EntryIcon size={18} stroke={1.8} aria-hidden />
                  <span>{label}</span>
                  {note && <small title={note}>{note}</small>}
                  {within && (
                    <kbd aria-label={`Right arrow: ${within.entries.map((entry) => entry.label).join(', ')}`}>→</kbd>
                  )}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
        {entries.length === 0 && <p className={classes.empty}>{searching ? 'Searching…' : 'No results.'}</p>}
      </Combobox>
      <button type="button" className={`row ${classes.foot}`} onClick={onShortcuts}>
        Keyboard shortcuts <kbd aria-hidden>?</kbd>
      </button>
      <div role="status" className="unseen">
        {searching ? '' : `${entries.length} ${entries.length === 1 ? 'result' : 'results'}`}
      </div>
    </>
  )
}
