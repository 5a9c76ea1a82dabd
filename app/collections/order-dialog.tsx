import { Button, Loader } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useState } from 'react'
import type { ListShape, PlainContract } from '#server/engine/collections/contract.ts'
import { FormError } from '../ui/form-error.tsx'
import { Modal } from '../ui/modal.tsx'
import { firstMessage } from './answer-messages.ts'
import { callApi } from './call-api.ts'
import { inSentence } from './in-sentence.ts'
import { LeaveWarning } from './leave-warning.tsx'
import type { ListRecord } from './list-view.ts'
import classes from './order.module.css'
import { OrderRows } from './order-rows.tsx'
import { mergeOrder, orderUpdates } from './row-order.ts'

const LOAD_FAILED = 'The list could not be loaded. Please try again.'

/**
 * Orders the records by dragging, keys, arrows or a typed position, and saves them in one call. Only Cancel and the
 * cross discard unsaved moves, not Escape or a click beside the dialog.
 */
export function OrderDialog({ contract, onClose }: { contract: PlainContract; onClose: () => void }) {
  const [rows, setRows] = useState<readonly ListRecord[] | null>(null)
  const [dirty, setDirty] = useState(false)
  const [dragging, setDragging] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const label = contract.label ?? 'id'
  const { name } = contract
  const load = useCallback(async (): Promise<ListRecord[] | null> => {
    const { ok, body } = await callApi('GET', `/api/${name}?archived=false&limit=-1&sort=order,${label}`)
    if (!ok) return null
    const shape = body as ListShape<ListRecord>
    return shape.order.flatMap((id) => shape.results[name]?.[id] ?? [])
  }, [name, label])
  useEffect(() => {
    void load().then((loaded) => (loaded ? setRows(loaded) : setProblem(LOAD_FAILED)))
  }, [load])

  const store = async (batches: ReturnType<typeof orderUpdates>) => {
    for (const batch of batches) {
      const { ok, status, body } = await callApi('PUT', `/api/${name}`, batch, [404])
      if (!ok) return { status, body }
    }
    return null
  }
  const save = async () => {
    setBusy(true)
    const failed = await store(orderUpdates(rows ?? []))
    const current = failed?.status === 404 ? await load() : null
    setBusy(false)
    if (current) {
      setRows(mergeOrder(current, rows ?? []))
      return setProblem('Something in this list has since been deleted. Check the order and save it again.')
    }
    if (failed) return setProblem(firstMessage(failed.body, []) ?? 'Not saved. Please try again.')
    revalidate()
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
