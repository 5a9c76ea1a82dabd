import { ActionIcon, Menu } from '@mantine/core'
import { Link, useRevalidator } from '@remix-run/react'
import {
  IconArchive,
  IconArrowDown,
  IconArrowMerge,
  IconArrowUp,
  IconDots,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import type { PlainContract } from '#server/engine/collections/contract.ts'
import { MERGEABLE } from '#server/lookups/merging/rules.ts'
import type { Uses } from '#server/lookups/uses.ts'
import { firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import type { ListRecord } from '../../collections/list-view.ts'
import { useUndo } from '../../collections/undo.tsx'
import { useDelete } from '../../collections/use-delete.tsx'
import { KEEP_SCROLL } from './keep-scroll.ts'
import type { SetupList } from './setup-lists.ts'

const MergeDialog = lazyPart(() => import('./merge-dialog.tsx').then((module) => ({ default: module.MergeDialog })))

type Props = {
  list: SetupList
  contract: PlainContract
  record: ListRecord
  name: string
  index: number
  count: number
  /** The uses of the records of the list, by id. */
  uses: Uses[string]
  /** With which this one can be merged. */
  others: readonly ListRecord[]
  onMove: ((to: number) => void) | null
}

/** What can be done with one record. */
export function SetupRowMenu({ list: { view }, contract, record, name, index, count, uses, others, onMove }: Props) {
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  const [busy, setBusy] = useState(false)
  const [merging, setMerging] = useState(false)
  const { name: collection, singular } = contract
  const mayMerge = others.length > 0 && (MERGEABLE as readonly string[]).includes(collection)
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
    instead: mayMerge ? { label: 'Move them to another', onChoose: () => setMerging(true) } : undefined,
  })
  const archived = record.archived === true
  const archive = async () => {
    setBusy(true)
    const { ok, body } = await callApi('PUT', `/api/${collection}`, [{ id: record.id, archived: !archived }])
    setBusy(false)
    if (!ok) return offer(firstMessage(body, []) ?? 'Not saved. Please try again.')
    offer(archived ? `${name} is in use again.` : `${name} is archived. It can no longer be chosen.`, {
      path: `/api/${collection}`,
      body: [{ id: record.id, archived }],
    })
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
          {mayMerge && (
            <Menu.Item leftSection={<IconArrowMerge size={16} aria-hidden />} onClick={() => setMerging(true)}>
              Merge with another
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
      {merging && (
        <Suspense>
          <MergeDialog
            contract={contract}
            record={record}
            uses={uses}
            others={others}
            onClose={() => setMerging(false)}
          />
        </Suspense>
      )}
      {refused && <span role="alert">{refused}</span>}
    </div>
  )
}
