import { Button, Stack, TextInput } from '@mantine/core'
import { IconMailForward, IconTag } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { ListData, SelectedRecords } from '#app/collections/list-view.ts'
import { FAILED, problemText } from '#app/collections/problem-text.ts'
import { selectedIds } from '#app/collections/selected-ids.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { useCall } from '#app/collections/use-call.ts'
import { countText } from '#app/ui/count-text.ts'
import { Modal } from '#app/ui/modal.tsx'
import type { InviteAnswer } from '#server/accounts/invitations/contract.ts'
import { MAX_INVITED } from '#server/accounts/invitations/rules.ts'
import { inviteText } from './person/invite-text.ts'

type Props = { selected: SelectedRecords; data: ListData }

export function PeopleTools({ selected, data }: Props) {
  const { offer } = useUndo()
  const { call } = useCall<InviteAnswer>('POST', '/api/people/invite')
  const [inviting, setInviting] = useState(false)
  const [tagging, setTagging] = useState(false)
  const count = selected.all ? data.count : selected.ids.size
  const loaded = data.rows.filter(({ id }) => selected.all || selected.ids.has(id))
  const invitable = loaded.length < count || loaded.some(({ last_login }) => last_login === null)
  const invite = async () => {
    setInviting(true)
    const people = await selectedIds(selected, data)
    const answer = people?.length ? await call({ people }) : null
    setInviting(false)
    if (!answer?.ok) return offer(answer ? problemText(answer.body) : FAILED)
    const { done, problem } = inviteText(answer.body)
    offer([done, problem].filter(Boolean).join(' '))
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

type Tagged = { changed: number; undo?: { token: string } }

function TagDialog({ selected, data, count, onClose }: Props & { count: number; onClose: () => void }) {
  const { offer } = useUndo()
  const { call, busy, problem, refuse, clear } = useCall<Tagged>('POST', '/api/people/bulk', { handled: [404] })
  const [tag, setTag] = useState('')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!tag.trim()) return refuse('Required.')
    const which = selected.all ? { filter: data.matches } : { ids: [...selected.ids] }
    const { ok, body } = await call({ ...which, add: { tags: [tag.trim()] }, count })
    if (!ok) return
    offer(
      `${countText(body.changed, 'person', 'people')} tagged “${tag.trim()}”.`,
      body.undo && { collection: 'people', token: body.undo.token },
    )
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`Tag ${countText(count, 'person', 'people')}`} centered>
      <form onSubmit={save} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Tag"
            description="They keep their existing tags."
            maxLength={50}
            value={tag}
            error={problem}
            onChange={(event) => {
              setTag(event.currentTarget.value)
              clear()
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
