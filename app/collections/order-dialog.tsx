import { Button, Loader } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { ListShape, PlainContract } from '#server/engine/collections/contract.ts'
import { FormError } from '../ui/form-error.tsx'
import { Modal } from '../ui/modal.tsx'
import { callApi } from './call-api.ts'
import { inSentence } from './in-sentence.ts'
import { LeaveWarning } from './leave-warning.tsx'
import type { ListRecord } from './list-view.ts'
import classes from './order.module.css'
import { OrderRows } from './order-rows.tsx'
import { mergeOrder, orderUpdates } from './row-order.ts'
import { useCall } from './use-call.ts'

const LOAD_FAILED = 'The list could not be loaded. Please try again.'

/**
 * Orders the records by dragging, keys, arrows or a typed position, and saves them in one call. Only Cancel and the
 * cross discard unsaved moves, not Escape or a click beside the dialog.
 */
export function OrderDialog({ contract, onClose }: { contract: PlainContract; onClose: () => void }) {
  const [rows, setRows] = useState<readonly ListRecord[] | null>(null)
  const [dirty, setDirty] = useState(false)
  const [dragging, setDragging] = useState(false)
  const [isLost, setLost] = useState(false)
  const label = contract.label ?? 'id'
  const { name } = contract
  const { call, busy, refuse, ...saving } = useCall('PUT', `/api/${name}`, { handled: [404] })
  const problem = saving.problem ?? (isLost ? LOAD_FAILED : undefined)
  const load = useCallback(async (): Promise<ListRecord[] | null> => {
    const { ok, body } = await callApi('GET', `/api/${name}?archived=false&limit=-1&sort=order,${label}`)
    if (!ok) return null
    const shape = body as ListShape<ListRecord>
    return shape.order.flatMap((id) => shape.results[name]?.[id] ?? [])
  }, [name, label])
  useEffect(() => {
    void load().then((loaded) => (loaded ? setRows(loaded) : setLost(true)))
  }, [load])

  const save = async () => {
    for (const batch of orderUpdates(rows ?? [])) {
      const { ok, status } = await call(batch)
      if (ok) continue
      const current = status === 404 ? await load() : null
      if (!current) return
      setRows(mergeOrder(current, rows ?? []))
      return refuse('Something in this list has since been deleted. Check the order and save it again.')
    }
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={!dirty}
      closeOnEscape={!dirty && !dragging}
      title={`Order of ${inSentence(contract.title)}`}
    >
      <LeaveWarning dirty={dirty} />
      <FormError message={problem} />
      {!rows && !problem && <Loader size="sm" />}
      {rows && (
        <OrderRows
          rows={rows}
          nameOf={(row) => String(row[label] ?? '')}
          onDragging={setDragging}
          onMoved={(next) => {
            setRows(next)
            setDirty(true)
          }}
        />
      )}
      <div className={classes.foot}>
        <Button onClick={save} loading={busy} disabled={!rows}>
          Save order
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Modal>
  )
}
