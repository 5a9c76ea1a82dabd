import { ActionIcon, Button, Checkbox, Menu, Popover, TextInput } from '@mantine/core'
import { Link, useRevalidator, useSearchParams } from '@remix-run/react'
import { IconDots, IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useViewer } from '../shell/use-root.ts'
import { firstMessage, messageUnder } from './answer-messages.ts'
import { callApi } from './call-api.ts'
import classes from './filter.module.css'
import list from './list.module.css'
import { sameList } from './list-query.ts'
import type { ListData, SavedView } from './list-view.ts'

/** The saved view that the address shows, if it is one. */
export const useActiveView = ({ saved }: ListData): SavedView | undefined => {
  const [search] = useSearchParams()
  return saved.find(({ query }) => query !== '' && sameList(query, search.toString()))
}

/** The saved views among the tabs; the current one can be removed by whom it belongs to. */
export function SavedViewTabs({ data, path }: { data: ListData; path: string }) {
  const active = useActiveView(data)
  const viewer = useViewer()
  const { revalidate } = useRevalidator()
  const remove = async (view: SavedView) => {
    await callApi('DELETE', `/api/savedviews/${view.id}`)
    revalidate()
  }
  return data.saved.map((view) => (
    <span key={view.id} style={{ display: 'inline-flex', alignItems: 'center' }}>
      <Link
        to={`${path}?${view.query}`}
        aria-current={view === active ? 'page' : undefined}
        title={view.shared ? 'For all admins' : undefined}
        preventScrollReset
      >
        {view.name}
        {view === active && <span className="num">{data.count}</span>}
      </Link>
      {view === active && (view.person === null || view.person === viewer?.id) && (
        <Menu withinPortal position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={28} aria-label={`More for the view ${view.name}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => remove(view)}>
              Remove this view
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  ))
}

/** Keeps the list's address under a name. */
export function SaveView({ data }: { data: ListData }) {
  const [search] = useSearchParams()
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [answer, setAnswer] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const query = new URLSearchParams(search)
    for (const word of ['add', 'page', 'open']) query.delete(word)
    const { ok, body } = await callApi('POST', '/api/savedviews', [
      { collection: data.contract.name, name, query: query.toString(), shared },
    ])
    setBusy(false)
    setAnswer(ok ? undefined : body)
    if (!ok) return
    setOpened(false)
    setName('')
    revalidate()
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant="subtle"
          size="sm"
          className={list.second}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          Save as view
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Save as view">
        <form onSubmit={save} className={classes.save} noValidate>
          <TextInput
            label="Name of the view"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={messageUnder(answer, 'name') ?? firstMessage(answer, ['name'])}
            data-autofocus
          />
          <Checkbox
            label="For all admins"
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          <Button type="submit" loading={busy}>
            Save view
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
