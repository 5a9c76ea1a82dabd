import { Button } from '@mantine/core'
import { useNavigate } from '@remix-run/react'
import { IconMessage2, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import type { ListData, SelectedRecords } from '#app/collections/list-view.ts'
import { selectedIds } from '#app/collections/selected-ids.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { MAX_NAMED } from '#app/features/messages/message-data.ts'
import { openProof } from '#app/features/publishing/sheet-store.ts'
import { beginMessage } from '#app/shell/begin-message.ts'
import { countText } from '#app/ui/count-text.ts'
import type { RosterCount } from '#server/shifts/roster-editor/contract.ts'

const MAX_PUBLISHED = 1000
const MAX_LOOKED_UP = 50

type Props = { selected: SelectedRecords; data: ListData }

export function EventTools({ selected, data }: Props) {
  const navigate = useNavigate()
  const { offer } = useUndo()
  const [busy, setBusy] = useState<'publish' | 'message' | null>(null)
  const count = selected.all ? data.count : selected.ids.size
  const loaded = data.rows.filter(({ id }) => selected.all || selected.ids.has(id))
  const drafts = loaded.some(({ id }) => ((data.extras[id] as RosterCount | undefined)?.unpublished ?? 0) > 0)
  const hasDrafts = drafts || loaded.length < count
  const idsFor = async (deed: 'publish' | 'message') => {
    setBusy(deed)
    const ids = await selectedIds(selected, data)
    if (!ids) offer('The selection could not be read. Please try again.')
    return ids ?? []
  }
  const publish = async () => {
    const events = await idsFor('publish')
    setBusy(null)
    if (events.length)
      openProof({ about: countText(events.length, 'event'), event: null, what: { events, shifts: [] } })
  }
  const message = async () => {
    const events = await idsFor('message')
    const [only] = events
    const people = events.length > 1 ? await peopleOn(events) : []
    setBusy(null)
    if (only === undefined) return
    if (events.length === 1) return navigate(beginMessage({ event: only }, { kind: 'event', id: only }))
    if (!people) return offer('Their shifts could not be read. Please try again.')
    if (!people.length) return offer('No one is on a published shift of these events.')
    if (people.length > MAX_NAMED) return offer(`More than ${MAX_NAMED} people are on these events. Choose fewer.`)
    navigate(beginMessage({ people }, { kind: 'events' }))
  }
  return (
    <>
      {hasDrafts && count <= MAX_PUBLISHED && (
        <Button
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={busy === 'publish'}
          aria-haspopup="dialog"
          onClick={() => void publish()}
        >
          Publish
        </Button>
      )}
      {count <= MAX_LOOKED_UP && (
        <Button
          variant="default"
          leftSection={<IconMessage2 size={16} aria-hidden />}
          loading={busy === 'message'}
          onClick={() => void message()}
        >
          Message
        </Button>
      )}
    </>
  )
}

/** Returns the people on published shifts; null where they cannot be read. */
async function peopleOn(events: readonly number[]): Promise<number[] | null> {
  const { ok, body } = await callApi(
    'GET',
    `/api/shifts/?event=${events.join(',')}&draft__ne=null&person__ne=null&limit=-1`,
  )
  if (!ok) return null
  const { shifts } = (body as { results: { shifts: Record<string, { person: number }> } }).results
  return [...new Set(Object.values(shifts).map(({ person }) => person))]
}
