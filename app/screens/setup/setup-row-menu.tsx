import { ActionIcon, Menu } from '@mantine/core'
import { Link, useRevalidator } from '@remix-run/react'
import { IconArchive, IconArrowDown, IconArrowUp, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { PlainContract } from '#server/engine/collections/contract.ts'
import { firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import type { ListRecord } from '../../collections/list-view.ts'
import { useUndo } from '../../collections/undo.tsx'
import { useDelete } from '../../collections/use-delete.tsx'
import { KEEP_SCROLL } from './keep-scroll.ts'
import type { SetupList } from './setup-lists.ts'

type Props = {
  list: SetupList
  contract: PlainContract
  record: ListRecord
  name: string
  index: number
  count: number
  onMove: ((to: number) => void) | null
}

/** What can be done with one record. */
export function SetupRowMenu({ list: { view }, contract, record, name, index, count, onMove }: Props) {
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  const [busy, setBusy] = useState(false)
  const { name: collection, singular } = contract
  const {
    remove,
    dialog,
    refused,
    busy: deleting,
  } = useDelete({
    collection,
    singular,
    id: record.id,
    name,
    onDeleted: revalidate,
  })
  const archived = record.archived === true
  const archive = async () => {
    setBusy(true)
    const { ok, body } = await callApi('PUT', `/api/${collection}`, [{ id: record.id, archived: !archived }])
    setBusy(false)
    if (!ok) return offer(firstMessage(body, []) ?? 'Not saved. Please try again.')
    offer(archived ? `${name} is in use again.` : `${name} is archived. It can no longer be chosen.`)
    revalidate()
  }
  return (
    <div>
      <Menu position="bottom-end" shadow="md" width={200}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            loading={busy || deleting}
            aria-label={`More for ${name}`}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={view.recordPath(record)}
            state={KEEP_SCROLL}
            preventScrollReset
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            Edit
          </Menu.Item>
          {onMove && index > 0 && (
            <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden />} onClick={() => onMove(index - 1)}>
              Move up
            </Menu.Item>
          )}
          {onMove && index < count - 1 && (
            <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden />} onClick={() => onMove(index + 1)}>
              Move down
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconArchive size={16} aria-hidden />} onClick={archive}>
            {archived ? 'Use again' : 'Archive'}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
      {refused && <span role="alert">{refused}</span>}
    </div>
  )
}
