import { ActionIcon, Button, Checkbox, Menu, Modal, Popover, TextInput } from '@mantine/core'
import { Link, useRevalidator, useSearchParams } from '@remix-run/react'
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useViewer } from '../shell/use-root.ts'
import { firstMessage, messageUnder } from './answer-messages.ts'
import { callApi } from './call-api.ts'
import classes from './filter.module.css'
import list from './list.module.css'
import { sameList, savedQuery } from './list-query.ts'
import type { ListData, ListView, SavedView } from './list-view.ts'
import { useUndo } from './undo.tsx'

/** The saved view that the address shows, if it is one. */
export const useActiveView = ({ saved }: ListData): SavedView | undefined => {
  const [search] = useSearchParams()
  return saved.find(({ query }) => query !== '' && sameList(query, search.toString()))
}

/** The saved views among the tabs; the current one can be renamed, shared and removed by whom it belongs to. */
export function SavedViewTabs({ data, path }: { data: ListData; path: string }) {
  const active = useActiveView(data)
  const mine = useMine()
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
      {view === active && mine(view) && <ViewMenu view={view} />}
    </span>
  ))
}

/** Whether a view is the viewer's own, or of a program and so everyone's. */
const useMine = () => {
  const viewer = useViewer()
  return (view: SavedView) => view.person === null || view.person === viewer?.id
}

function ViewMenu({ view }: { view: SavedView }) {
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  const [renaming, setRenaming] = useState(false)
  const remove = async () => {
    const { ok, headers } = await callApi('DELETE', `/api/savedviews/${view.id}`, undefined, [404])
    const token = headers.get('undo-token')
    if (ok) offer(`The view ${view.name} is removed.`, token ? { collection: 'savedviews', token } : undefined)
    revalidate()
  }
  return (
    <>
      <Menu withinPortal position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={`More for the view ${view.name}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setRenaming(true)}>
            Rename this view
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
            Remove this view
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={renaming} onClose={() => setRenaming(false)} size={360} title="Rename this view">
        <ViewForm
          initial={view}
          submit="Rename"
          send={(said) => callApi('PUT', '/api/savedviews', [{ id: view.id, ...said }])}
          onSaved={() => setRenaming(false)}
        />
      </Modal>
    </>
  )
}

type Said = { name: string; shared: boolean }
type FormProps = {
  initial: Said
  submit: string
  /** Views that a name given again would replace. */
  others?: readonly SavedView[]
  send: (said: Said) => Promise<{ ok: boolean; body: unknown }>
  onSaved: () => void
}

function ViewForm({ initial, submit, others = [], send, onSaved }: FormProps) {
  const [name, setName] = useState(initial.name)
  const [shared, setShared] = useState(initial.shared)
  const [answer, setAnswer] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const replaced = viewNamed(others, name)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const { ok, body } = await send({ name, shared })
    setBusy(false)
    setAnswer(ok ? undefined : body)
    if (!ok) return
    onSaved()
    revalidate()
  }
  return (
    <form onSubmit={save} className={classes.save} noValidate>
      <TextInput
        label="Name of the view"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        description={replaced && 'There is a view of this name. It will show this list from now on.'}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={messageUnder(answer, 'name') ?? firstMessage(answer, ['name'])}
        data-autofocus
      />
      <Checkbox label="For all admins" checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />
      <Button type="submit" loading={busy}>
        {replaced ? 'Replace view' : submit}
      </Button>
    </form>
  )
}

const viewNamed = (views: readonly SavedView[], name: string) =>
  views.find((view) => view.name.toLowerCase() === name.trim().toLowerCase())

/** Keeps the list's address under a name; under the name of a view that is there, it takes that one's place. */
export function SaveView({ view: { savedAs }, data }: { view: ListView; data: ListData }) {
  const [search] = useSearchParams()
  const [opened, setOpened] = useState(false)
  const own = data.saved.filter(useMine())
  const save = (said: Said) => {
    const replaced = viewNamed(own, said.name)
    const view = { collection: savedAs ?? data.contract.name, ...said, query: savedQuery(search, data.query.tab) }
    return callApi(replaced ? 'PUT' : 'POST', '/api/savedviews', [replaced ? { ...view, id: replaced.id } : view])
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
        {opened && (
          <ViewForm
            initial={{ name: '', shared: false }}
            submit="Save view"
            others={own}
            send={save}
            onSaved={() => setOpened(false)}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
