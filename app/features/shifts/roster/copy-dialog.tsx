import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import { OptionSelect } from '#app/collections/option-select.tsx'
import { useCalls } from '#app/collections/use-call.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import type { CopiedShifts } from '#server/shifts/copy/contract.ts'
import type { RosterTemplate } from '#server/shifts/templates/contract.ts'
import type { Roster } from './use-roster.ts'

export type CopySource = 'event' | 'template'

/**
 * Stages the shifts of a template or of another event, at the same distance from the start. Stores nothing before Save.
 */
export function CopyDialog({ roster, source, onClose }: { roster: Roster; source?: CopySource; onClose: () => void }) {
  const [templates, setTemplates] = useState<readonly RosterTemplate[] | null>(null)
  const [template, setTemplate] = useState<number | null>(null)
  const [from, setFrom] = useState<{ id: number; name: string } | null>(null)
  const [people, setPeople] = useState(false)
  const { call, busy, problem, refuse, clear } = useCalls({ handled: [404], reload: 'never' })
  useEffect(() => {
    let current = true
    callApi('GET', '/api/events/templates').then(({ ok, body }) => {
      if (ok && current) setTemplates((body as { templates: RosterTemplate[] }).templates)
    })
    return () => {
      current = false
    }
  }, [])
  const copy = async () => {
    const origin = template === null ? from && `events/${from.id}/places` : `events/templates/${template}`
    if (!origin) return refuse('Required.')
    const { ok, body } = await call<CopiedShifts>('GET', `/api/${origin}?onto=${roster.editor.event.id}`)
    if (!ok) return
    const { places, ...known } = body
    if (!places.length) return refuse('This event has no shifts.')
    roster.rememberAll(known)
    roster.step({ do: 'add', records: people ? places : places.map((place) => ({ ...place, person: null })) })
    onClose()
  }
  const forget = async () => {
    if (!(await call('DELETE', `/api/events/templates/${template}`)).ok) return
    setTemplates((before) => before?.filter(({ id }) => id !== template) ?? null)
    setTemplate(null)
  }
  return (
    <Modal opened onClose={onClose} title="Copy shifts" centered>
      <Stack gap="sm">
        <Text fz="sm">Times move with the new event. Nothing is saved until you press Save.</Text>
        {source === 'template' && templates?.length === 0 && (
          <Text fz="sm" role="status">
            There are no templates yet. Open an event with shifts and choose “Save as template” from its actions.
          </Text>
        )}
        {templates && source !== 'event' && templates.length > 0 && (
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <NativeSelect
              label="From a template"
              value={template ?? ''}
              style={{ flex: 1 }}
              data={[
                { value: '', label: 'None' },
                ...templates.map(({ id, name, places }) => ({
                  value: String(id),
                  label: `${name} (${places === 1 ? '1 shift' : `${places} shifts`})`,
                })),
              ]}
              onChange={(event) => {
                setTemplate(Number(event.currentTarget.value) || null)
                setFrom(null)
                clear()
              }}
            />
            {template !== null && (
              <Button variant="subtle" color="red" onClick={forget}>
                Delete template
              </Button>
            )}
          </Group>
        )}
        {source !== 'template' && (
          <OptionSelect
            collection="events"
            eventtype={roster.eventFields.eventtype}
            label={source !== 'event' && templates?.length ? 'From another event' : 'Event'}
            placeholder="Search by name"
            value={from?.id ?? null}
            chosen={from?.name ?? ''}
            onChange={(id, name) => {
              setFrom(id === null ? null : { id, name })
              setTemplate(null)
              clear()
            }}
            error={problem}
          />
        )}
        {source === 'template' && problem && <FormError message={problem} />}
        {template === null && source !== 'template' && (
          <Checkbox
            label="Include the people assigned"
            checked={people}
            onChange={(e) => setPeople(e.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={copy} loading={busy} disabled={source === 'template' && !templates?.length}>
            Copy shifts
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
