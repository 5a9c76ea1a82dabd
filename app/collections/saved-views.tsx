import { ActionIcon, Button, Checkbox, Menu, Popover, TextInput } from '@mantine/core'
import { Link, useSearchParams } from '@remix-run/react'
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import { useViewer } from '../shell/use-root.ts'
import { Modal } from '../ui/modal.tsx'
import classes from './filter.module.css'
import list from './list.module.css'
import { sameList, savedQuery } from './list-query.ts'
import type { ListData, ListView, SavedView } from './list-view.ts'
import { useUndo } from './undo.tsx'
import { useCall, useCalls } from './use-call.ts'

export const useActiveView = ({ saved }: ListData): SavedView | undefined => {
  const [search] = useSearchParams()
  return saved.find(({ query }) => query !== '' && sameList(query, search.toString()))
}

export function SavedViewTabs({ data, path }: { data: ListData; path: string }) {
  const active = useActiveView(data)
  const canEdit = useCanEditView()
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
      {view === active && canEdit(view) && <ViewMenu view={view} />}
    </span>
  ))
}

const useCanEditView = () => {
  const viewer = useViewer()
  return (view: SavedView) => view.person === null || view.person === viewer?.id
}

function ViewMenu({ view }: { view: SavedView }) {
  const { call } = useCall('DELETE', `/api/savedviews/${view.id}`, { handled: [404], reload: 'always' })
  const { offer } = useUndo()
  const [renaming, setRenaming] = useState(false)
  const remove = async () => {
    const { ok, headers } = await call()
    const token = headers.get('undo-token')
    if (ok) offer(`View ${view.name} removed.`, token ? { collection: 'savedviews', token } : undefined)
  }
  return (
    <>
      <Menu withinPortal position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Options for the view ${view.name}`}>
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
          viewOf={(input) => ({ id: view.id, ...input })}
          onSaved={() => setRenaming(false)}
        />
      </Modal>
    </>
  )
}

type ViewInput = { name: string; shared: boolean }
type FormProps = {
  initial: ViewInput
  submit: string
  /** Views that saving under the same name replaces. */
  others?: readonly SavedView[]
  /** The view to save; with an id it is changed. */
  viewOf: (input: ViewInput) => ViewInput & { id?: number }
  onSaved: () => void
}

function ViewForm({ initial, submit, others = [], viewOf, onSaved }: FormProps) {
  const [name, setName] = useState(initial.name)
  const [shared, setShared] = useState(initial.shared)
  const { call, busy, problem, error } = useCalls({ fields: ['name'] })
  const replaced = findViewByName(others, name)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const view = viewOf({ name, shared })
    if ((await call('id' in view ? 'PUT' : 'POST', '/api/savedviews', [view])).ok) onSaved()
  }
  return (
    <form onSubmit={save} className={classes.save} noValidate>
      <TextInput
        label="View name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        description={replaced && 'A view with this name already exists. It will be replaced.'}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={error('name') ?? problem}
        data-autofocus
      />
      <Checkbox label="For all admins" checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />
      <Button type="submit" loading={busy}>
        {replaced ? 'Replace view' : submit}
      </Button>
    </form>
  )
}

const findViewByName = (views: readonly SavedView[], name: string) =>
  views.find((view) => foldText(view.name) === foldText(name.trim()))

export function SaveView({ view: { savedAs }, data }: { view: ListView; data: ListData }) {
  const [search] = useSearchParams()
  const [opened, setOpened] = useState(false)
  const editable = data.saved.filter(useCanEditView())
  const viewOf = (input: ViewInput) => {
    const replaced = findViewByName(editable, input.name)
    const view = { collection: savedAs ?? data.contract.name, ...input, query: savedQuery(search, data.query.tab) }
    return replaced ? { ...view, id: replaced.id } : view
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      hideDetached={false}
      withinPortal
    >
      <Popover.Target>
        <Button
          variant="subtle"
          size="sm"
          className={`unseen-phone-label ${list.second}`}
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
            others={editable}
            viewOf={viewOf}
            onSaved={() => setOpened(false)}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
