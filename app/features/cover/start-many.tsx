import { Button, Group, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import type { Board } from '#server/cover/board/queries.ts'
import { startText } from './board-words.ts'

type Props = {
  shifts: readonly Pick<Board['open'][number], 'shift' | 'group'>[]
  label: string
  of?: string
}

/** Null (everyone) beats any number. */
const largestGroup = (shifts: Props['shifts']): number | null =>
  shifts.some(({ group }) => group === null) ? null : Math.max(...shifts.map(({ group }) => group ?? 0))

export function StartMany({ shifts, label, of }: Props) {
  const [isOpen, setOpen] = useState(false)
  const form = useCalls()
  const start = async () => {
    const { ok } = await form.call('PUT', '/api/covers/start', { shifts: shifts.map(({ shift }) => shift) })
    if (ok) setOpen(false)
  }
  return (
    <>
      <Button
        mih={44}
        variant="default"
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        onClick={() => setOpen(true)}
        aria-label={of ? `${label} ${of}` : undefined}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={of ?? 'Ask for all open shifts'} centered>
        <Text fz="sm">{startText(shifts.length, largestGroup(shifts))}</Text>
        <FormError message={form.problem} />
        <Group mt="md" justify="flex-end" gap="xs">
          <Button mih={44} variant="default" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button mih={44} loading={form.busy} onClick={start} data-autofocus>
            Start asking
          </Button>
        </Group>
      </Modal>
    </>
  )
}
