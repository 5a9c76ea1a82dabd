import { ActionIcon, Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { MAX_BULK } from '#server/engine/collections/contract.ts'
import { useKeys } from '../ui/use-keys.ts'
import classes from './bulk.module.css'
import type { ListData, ListView } from './list-view.ts'
import type { Selection } from './use-selection.ts'

const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx').then(({ BulkDialog }) => ({ default: BulkDialog })))

export function BulkBar({ view, data, selection }: { view: ListView; data: ListData; selection: Selection }) {
  const [action, setAction] = useState<'edit' | 'remove' | null>(null)
  useKeys([['Escape', () => void (action === null && selection.clear())]])
  if (selection.count === 0) return null
  const tooMany = selection.count > MAX_BULK
  const link = view.selectionLink?.(selection.chosen, data)
  const everything = selection.chosen.all || selection.count === data.count
  return (
    <section className={`row cluster ${classes.bar}`} aria-label="Selected rows">
      <b className="num" role="status">
        {selection.count} selected
      </b>
      {!everything && (
        <button type="button" className={classes.all} onClick={selection.selectAll}>
          Select all {data.count} results
        </button>
      )}
      {tooMany && (
        <span role="status">
          You can change up to {MAX_BULK.toLocaleString('en')} rows. Narrow the list with a search or a filter.
        </span>
      )}
      <div className={`cluster ${classes.actions}`}>
        {!selection.chosen.all && view.selectionAction?.(data.rows.filter(({ id }) => selection.has(id)))}
        {!tooMany && view.selectionTools?.(selection.chosen, data)}
        {link && (
          <Button component={Link} to={link.to} variant="default" leftSection={<link.icon size={16} aria-hidden />}>
            {link.label}
          </Button>
        )}
        {view.bulk && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            disabled={tooMany}
            onClick={() => setAction('edit')}
          >
            Edit
          </Button>
        )}
        <Button
          variant="default"
          className={classes.delete}
          disabled={tooMany}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setAction('remove')}
        >
          Delete
        </Button>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Clear selection" onClick={selection.clear}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {action && (
        <Suspense>
          <BulkDialog view={view} data={data} selection={selection} action={action} onClose={() => setAction(null)} />
        </Suspense>
      )}
    </section>
  )
}
