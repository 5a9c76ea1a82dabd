import { ActionIcon, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { MAX_BULK } from '#server/engine/collections/contract.ts'
import classes from './bulk.module.css'
import type { ListData, ListView } from './list-view.ts'
import type { Selection } from './use-selection.ts'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx').then(({ BulkDialog }) => ({ default: BulkDialog })))

/** What may be done with the chosen rows; it stands over the list's foot while there are any. */
export function BulkBar({ view, data, selection }: { view: ListView; data: ListData; selection: Selection }) {
  const [doing, setDoing] = useState<'edit' | 'remove' | null>(null)
  useHotkeys([['Escape', () => doing === null && selection.clear()]])
  if (selection.count === 0) return null
  const tooMany = selection.count > MAX_BULK
  const whole = selection.chosen.all || selection.count === data.count
  return (
    <section className={classes.bar} aria-label="Selected rows">
      <b className="num" role="status">
        {selection.count} selected
      </b>
      {!whole && (
        <button type="button" className={classes.all} onClick={selection.takeAll}>
          Select all {data.count} results
        </button>
      )}
      {tooMany && (
        <span role="status">
          At most {MAX_BULK.toLocaleString('en')} at once: narrow the list by a search or a filter.
        </span>
      )}
      <div className={classes.actions}>
        {view.bulk && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            disabled={tooMany}
            onClick={() => setDoing('edit')}
          >
            Edit
          </Button>
        )}
        <Button
          variant="default"
          c={tooMany ? undefined : 'red'}
          disabled={tooMany}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setDoing('remove')}
        >
          Delete
        </Button>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Select nothing" onClick={selection.clear}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {doing && (
        <Suspense>
          <BulkDialog view={view} data={data} selection={selection} doing={doing} onClose={() => setDoing(null)} />
        </Suspense>
      )}
    </section>
  )
}
