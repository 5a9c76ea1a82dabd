import { Box, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { AheadChoice } from '#server/leaving/contract.ts'
import { FormError } from '../ui/form-error.tsx'
import { Modal } from '../ui/modal.tsx'
import { AheadChoices } from './ahead-choice.tsx'
import { type Reach, reachOf, reachText } from './reach-text.ts'
import { useUndo } from './undo.tsx'
import { useCalls } from './use-call.ts'

type Deletion = {
  collection: string
  singular: string
  id: number
  name: string
  done?: string
  onDeleted: () => void
  /** Alternative offered where the deletion reaches other records. */
  instead?: { label: string; onChoose: () => void } | undefined
}

/**
 * Deletes a record and offers Undo. A deletion that reaches other records asks first, with their numbers. Render
 * `dialog`.
 */
export function useDelete({ collection, singular, id, name, done, onDeleted, instead }: Deletion) {
  const { call, busy, problem: refused, clear } = useCalls({ handled: [404], reload: 'never' })
  const [reach, setReach] = useState<Reach | null>(null)
  const [choice, setChoice] = useState<AheadChoice>('find_cover')
  const { offer } = useUndo()
  // No fetcher: it would reload the deleted record before the page navigates away.
  const send = async (confirmed?: number) => {
    const chosen = reach?.shifts_ahead ? `&shifts=${choice}` : ''
    const query = confirmed === undefined ? '' : `?confirm=${confirmed}${chosen}`
    const { ok, status, body, headers } = await call('DELETE', `/api/${collection}/${id}${query}`)
    const asked = status === 409 ? reachOf(body) : null
    setReach(asked)
    if (asked) return clear()
    if (!ok && status !== 404) return
    const token = headers.get('undo-token')
    offer(done ?? `${name} deleted.`, token ? { collection, token } : undefined)
    onDeleted()
  }
  const dialog = (
    <Modal
      opened={reach !== null}
      onClose={() => setReach(null)}
      title={<span className="wrap">Delete “{name}”?</span>}
      centered
    >
      <Text fz="sm">{reach && reachText(reach, name)} You can undo this for a day.</Text>
      {reach?.shifts_ahead ? (
        <Box mt="md">
          <AheadChoices removal count={reach.shifts_ahead} value={choice} onChange={setChoice} />
        </Box>
      ) : null}
      <FormError message={refused} />
      <Group mt="md" justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => setReach(null)} data-autofocus>
          Cancel
        </Button>
        {instead && (
          <Button
            variant="light"
            onClick={() => {
              setReach(null)
              instead.onChoose()
            }}
          >
            {instead.label}
          </Button>
        )}
        <Button color="red" loading={busy} onClick={() => send(reach?.confirm)}>
          Delete {singular}
        </Button>
      </Group>
    </Modal>
  )
  return { busy, refused: reach ? undefined : refused, remove: () => send(), dialog }
}
