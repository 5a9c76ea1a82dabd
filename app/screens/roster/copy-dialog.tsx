import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CopiedPlaces } from '#server/shifts/copy/contract.ts'
import { OptionSelect } from '../../collections/option-select.tsx'
import { FormError } from '../../ui/form-error.tsx'
import type { Roster } from './use-roster.ts'

/** Stages the places of another event here, at the same distance from the start; nothing is stored before Save. */
export function CopyDialog({ roster, onClose }: { roster: Roster; onClose: () => void }) {
  const [from, setFrom] = useState<{ id: number; name: string } | null>(null)
  const [people, setPeople] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const copy = async () => {
    if (!from) return setProblem('Required.')
    setBusy(true)
    const answer = await fetch(`/api/events/${from.id}/places?onto=${roster.editor.event.id}`, {
      headers: { accept: 'application/json' },
    }).catch(() => null)
    setBusy(false)
    if (!answer?.ok) return setProblem('The places could not be read. Try again.')
    const { places, names }: CopiedPlaces = await answer.json()
    if (!places.length) return setProblem('This event has no places.')
    roster.rememberAll(names)
    roster.step({ do: 'add-all', places: people ? places : places.map((place) => ({ ...place, person: null })) })
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Copy places from another event" centered>
      <Stack gap="sm">
        <Text fz="sm">
          They come at the same distance from the start as there, and nothing is saved yet. An archived event makes a
          good template: no calendar shows it.
        </Text>
        <OptionSelect
          collection="events"
          label="Event"
          placeholder="Search by name"
          value={from?.id ?? null}
          chosen={from?.name ?? ''}
          onChange={(id, name) => setFrom(id === null ? null : { id, name })}
          error={problem}
        />
        <Checkbox
          label="With the people on them"
          checked={people}
          onChange={(e) => setPeople(e.currentTarget.checked)}
        />
        <FormError />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={copy} loading={busy}>
            Copy places
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
