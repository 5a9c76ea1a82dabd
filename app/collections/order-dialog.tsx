import { Button, Loader, Modal } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useState } from 'react'
import type { ListShape, PlainContract } from '#server/engine/collections/contract.ts'
import { FormError } from '../ui/form-error.tsx'
import { firstMessage } from './answer-messages.ts'
import { callApi } from './call-api.ts'
import { inSentence } from './in-sentence.ts'
import { LeaveWarning } from './leave-warning.tsx'
import type { ListRecord } from './list-view.ts'
import classes from './order.module.css'
import { OrderRows } from './order-rows.tsx'
import { inKnownOrder, partsOf } from './place-order.ts'

const UNREAD = 'The list could not be read. Please try again.'

/**
 * Puts the records that are in use in order: by dragging, by the keys on the handle, by the arrows or by typing a place. Saved
 * at once. What was moved and not saved is lost by Cancel and the cross alone, not by a key or a click beside the dialog.
 */
export function OrderDialog({ contract, onClose }: { contract: PlainContract; onClose: () => void }) {
  const [rows, setRows] = useState<readonly ListRecord[] | null>(null)
  const [moved, setMoved] = useState(false)
  const [dragging, setDragging] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const label = contract.label ?? 'id'
  const { name } = contract
  const read = useCallback(async (): Promise<ListRecord[] | null> => {
    const { ok, body } = await callApi('GET', `/api/${name}?archived=false&limit=-1&sort=order,${label}`)
    if (!ok) return null
    const shape = body as ListShape<ListRecord>
    return shape.order.flatMap((id) => shape.results[name]?.[id] ?? [])
  }, [name, label])
  useEffect(() => {
    void read().then((found) => (found ? setRows(found) : setProblem(UNREAD)))
  }, [read])

  const store = async (parts: ReturnType<typeof partsOf>) => {
    for (const part of parts) {
      const { ok, status, body } = await callApi('PUT', `/api/${name}`, part, [404])
      if (!ok) return { status, body }
    }
    return null
  }
  const save = async () => {
    setBusy(true)
    const failed = await store(partsOf(rows ?? []))
    const now = failed?.status === 404 ? await read() : null
    setBusy(false)
    if (now) {
      setRows(inKnownOrder(now, rows ?? []))
      return setProblem('Something in this list was deleted meanwhile. Look at the order and save it again.')
    }
    if (failed) return setProblem(firstMessage(failed.body, []) ?? 'Not saved. Please try again.')
    revalidate()
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={!moved}
      closeOnEscape={!moved && !dragging}
      title={`Order of ${inSentence(contract.title)}`}
    >
      <LeaveWarning dirty={moved} />
      <FormError message={problem} />
      {!rows && !problem && <Loader size="sm" />}
      {rows && (
        <OrderRows
          rows={rows}
          nameOf={(row) => String(row[label] ?? '')}
          onDragging={setDragging}
          onMoved={(next) => {
            setRows(next)
            setMoved(true)
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
