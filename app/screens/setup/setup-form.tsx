import { ActionIcon } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { Link, useNavigate } from '@remix-run/react'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { PlainContract } from '#server/engine/collections/contract.ts'
import type { ListRecord, ListView } from '../../collections/list-view.ts'
import { RecordForm } from '../../collections/record-form.tsx'
import { useUndo } from '../../collections/undo.tsx'
import { changeText } from './change-text.ts'
import { KEEP_SCROLL } from './keep-scroll.ts'
import classes from './setup.module.css'
import type { SetupData, SetupListData } from './setup-data.ts'
import type { SetupList } from './setup-lists.ts'

type Props = { list: SetupList; data: SetupListData; page: SetupData; record: ListRecord | 'new' }

/** A record edited in its place in the list. Escape closes it; typed changes are asked about. */
export function SetupForm({ list: { view }, data: { contract, rows, uses }, page, record }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const { offer } = useUndo()
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const name =
    record === 'new'
      ? `Add ${contract.singular}`
      : String(record[contract.label ?? 'name'] || `Untitled ${contract.singular}`)
  // Wherever the focus is: a saved form disables its button, which loses it.
  useWindowEvent('keydown', (event) => {
    const inside = event.target instanceof Element && event.target.closest('[role="dialog"], [aria-expanded="true"]')
    if (event.key !== 'Escape' || event.defaultPrevented || inside) return
    navigate(view.path, { state: KEEP_SCROLL, preventScrollReset: true })
  })
  return (
    <div className={classes.form}>
      <div className={classes.formHead}>
        <h3 ref={heading} tabIndex={-1}>
          {name}
        </h3>
        <ActionIcon
          component={Link}
          to={view.path}
          state={KEEP_SCROLL}
          preventScrollReset
          variant="subtle"
          color="gray"
          size={36}
          aria-label="Close"
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <RecordForm
        key={record === 'new' ? 'new' : record.id}
        view={placedView(view)}
        data={{ contract: addedLast(contract, rows), labels: page.labels }}
        record={record}
        name={name}
        closed={view.path}
        onChanged={(earlier) =>
          record !== 'new' &&
          offer(`${name} is changed.`, { path: `/api/${contract.name}`, body: [{ id: record.id, ...earlier }] })
        }
        note={record === 'new' ? undefined : changeText(uses[record.id] ?? [])}
      />
    </div>
  )
}

/** The order is changed by moving rows, and the archive is in the menu of a row. */
const placedView = (view: ListView): ListView => ({
  ...view,
  form: view.form.filter((key) => key !== 'archived'),
  inputs: { ...view.inputs, order: () => null },
})

/** Gives a new record the place after all others. */
function addedLast(contract: PlainContract, rows: readonly ListRecord[]): PlainContract {
  const { order } = contract.fields
  if (!order) return contract
  const last = Math.max(0, ...rows.map((row) => Number(row.order) || 0))
  return { ...contract, fields: { ...contract.fields, order: { ...order, initial: last + 1 } } }
}
