import { Button, Group } from '@mantine/core'
import { useRef, useState } from 'react'
import type { AheadChoice } from '#server/leaving/contract.ts'
import { Modal } from '../ui/modal.tsx'
import { AheadChoices } from './ahead-choice.tsx'
import { callApi } from './call-api.ts'

export const aheadIn = (body: unknown): number =>
  typeof body === 'object' && body !== null && 'shifts_ahead' in body && typeof body.shifts_ahead === 'number'
    ? body.shifts_ahead
    : 0

type Asked = { name: string; count: number }

/** Prompts for the handling of someone's coming shifts before they are deactivated. Render `dialog`. */
export function useAhead() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [choice, setChoice] = useState<AheadChoice>('find_cover')
  const answer = useRef<(choice: AheadChoice | null) => void>(() => {})
  const settle = (chosen: AheadChoice | null) => {
    setAsked(null)
    answer.current(chosen)
  }
  /** @returns what to send with the call: nothing without coming shifts; null to cancel it. */
  const ask = async (id: number, name: string): Promise<{ shifts?: AheadChoice } | null> => {
    const body = { ids: [id], changes: { is_active: false }, preview: true }
    const preview = await callApi('POST', '/api/people/bulk', body)
    const count = aheadIn(preview.body)
    if (!count) return {}
    setChoice('find_cover')
    setAsked({ name, count })
    const shifts = await new Promise<AheadChoice | null>((resolve) => {
      answer.current = resolve
    })
    return shifts && { shifts }
  }
  const dialog = (
    <Modal
      opened={asked !== null}
      onClose={() => settle(null)}
      title={<span className="wrap">Deactivate “{asked?.name}”?</span>}
      centered
    >
      {asked && <AheadChoices count={asked.count} value={choice} onChange={setChoice} />}
      <Group mt="md" justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => settle(null)}>
          Cancel
        </Button>
        <Button color="red" onClick={() => settle(choice)} data-autofocus>
          Deactivate
        </Button>
      </Group>
    </Modal>
  )
  return { ask, dialog }
}
