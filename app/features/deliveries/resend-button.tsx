import { Button } from '@mantine/core'
import { IconRotateClockwise } from '@tabler/icons-react'
import { useUndo } from '#app/collections/undo.tsx'
import { useCall } from '#app/collections/use-call.ts'
import { FormError } from '#app/ui/form-error.tsx'

type Props = {
  delivery: number
  what: string
  onSent?: () => void
}

export function ResendButton({ delivery, what, onSent }: Props) {
  const { call, busy, problem } = useCall('PUT', `/api/deliveries/${delivery}/resend`, {
    handled: [404],
    reload: 'always',
  })
  const { offer } = useUndo()
  const send = async () => {
    if ((await call({})).ok) offer('It is being sent again.')
    onSent?.()
  }
  return (
    <>
      <Button
        variant="default"
        h={44}
        loading={busy}
        leftSection={<IconRotateClockwise size={17} aria-hidden />}
        onClick={send}
        aria-label={`Send again: ${what}`}
      >
        Send again
      </Button>
      <FormError message={problem} />
    </>
  )
}
