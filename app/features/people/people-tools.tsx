import { Button, Stack, TextInput } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconMailForward, IconTag } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import type { ListData, SelectedRecords } from '#app/collections/list-view.ts'
import { selectedIds } from '#app/collections/selected-ids.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { countText } from '#app/ui/count-text.ts'
import { Modal } from '#app/ui/modal.tsx'
import type { InviteAnswer } from '#server/accounts/invitations/contract.ts'
import { MAX_INVITED } from '#server/accounts/invitations/rules.ts'
import { inviteText } from './person/invite-text.ts'

type Props = { selected: SelectedRecords; data: ListData }

export function PeopleTools({ selected, data }: Props) {
  const { offer } = useUndo()
  const { revalidate } = useRevalidator()
  const [inviting, setInviting] = useState(false)
  const [tagging, setTagging] = useState(false)
  const count = selected.all ? data.count : selected.ids.size
  const loaded = data.rows.filter(({ id }) => selected.all || selected.ids.has(id))
  const invitable = loaded.length < count || loaded.some(({ last_login }) => last_login === null)
  const invite = async () => {
    setInviting(true)
    const people = await selectedIds(selected, data)
    const { ok, body } = people?.length
      ? await callApi('POST', '/api/people/invite', { people })
      : { ok: false, body: null }
    setInviting(false)
    if (!ok) return offer(firstMessage(body, ['people']) ?? 'That did not work. Please try again.')
    const { done, problem } = inviteText(body as InviteAnswer)
    offer([done, problem].filter(Boolean).join(' '))
    revalidate()
  }
  return (
    <>
      {invitable && count <= MAX_INVITED && (
        <Button
          variant="default"
          leftSection={<IconMailForward size={16} aria-hidden />}
          loading={inviting}
          onClick={() => void invite()}
        >
          Invite
        </Button>
      )}
      <Button variant="default" leftSection={<IconTag size={16} aria-hidden />} onClick={() => setTagging(true)}>
        Tag
      </Button>
      {tagging && <TagDialog {...{ selected, data, count }} onClose={() => setTagging(false)} />}
    </>
  )
}

function TagDialog({ selected, data, count, onClose }: Props & { count: number; onClose: () => void }) {
  const { offer } = useUndo()
  const { revalidate } = useRevalidator()
  const [tag, setTag] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!tag.trim()) return setProblem('Required.')
    setBusy(true)
    const which = selected.all ? { filter: data.matches } : { ids: [...selected.ids] }
    const body = { ...which, add: { tags: [tag.trim()] }, count }
    const answer = await callApi('POST', '/api/people/bulk', body, [404, 409])
    setBusy(false)
    if (!answer.ok) return setProblem(firstMessage(answer.body, ['tags']) ?? 'Not saved. Please try again.')
    const { changed, undo } = answer.body as { changed: number; undo?: { token: string } }
    offer(
      `${countText(changed, 'person', 'people')} tagged “${tag.trim()}”.`,
      undo && { collection: 'people', token: undo.token },
    )
    onClose()
    revalidate()
  }
  return (
    <Modal opened onClose={onClose} title={`Tag ${countText(count, 'person', 'people')}`} centered>
      <form onSubmit={save} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Tag"
            description="They keep the tags that they have."
            maxLength={50}
            value={tag}
            error={problem}
            onChange={(event) => {
              setTag(event.currentTarget.value)
              setProblem(undefined)
            }}
            data-autofocus
          />
          <Button type="submit" h={44} loading={busy}>
            Add the tag
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
