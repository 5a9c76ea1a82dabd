import { Button, Group, Modal, Text } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { PreviewAsk } from '#server/shifts/preview/contract.ts'
import { formError } from '../../http/answer.ts'
import { FormError } from '../../ui/form-error.tsx'
import { toldSentence } from '../../ui/told.ts'
import type { Roster } from './use-roster.ts'
import { useTold } from './use-told.ts'

type Props = {
  roster: Roster
  ask: PreviewAsk
  action: string
  title: string
  text: string
  verb: string
  onClose: () => void
}

/** Asks before something that many would notice, naming it and saying who will be told. */
export function ConfirmDialog({ roster, ask, action, title, text, verb, onClose }: Props) {
  const fetcher = useFetcher()
  const told = useTold(roster.editor.event.id, ask)
  const sent = useRef(false)
  const { state, data } = fetcher
  const refused = formError(data)
  useEffect(() => {
    if (sent.current && state === 'idle' && !refused) onClose()
  }, [state, refused, onClose])
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <Text fz="sm">{text}</Text>
      <Text fz="sm" mt="xs" fw={600} aria-live="polite">
        {told ? toldSentence(told.told) : 'Checking who will be told…'}
      </Text>
      <FormError message={refused} />
      <Group mt="md" justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          color="red"
          loading={state !== 'idle'}
          onClick={() => {
            sent.current = true
            fetcher.submit(null, { method: 'post', action })
          }}
        >
          {verb}
        </Button>
      </Group>
    </Modal>
  )
}
