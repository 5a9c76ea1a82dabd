import { Button } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconRotateClockwise } from '@tabler/icons-react'
import { useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { FormError } from '#app/ui/form-error.tsx'

type Props = {
  delivery: number
  what: string
  onSent?: () => void
}

export function ResendButton({ delivery, what, onSent }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  const send = async () => {
    setBusy(true)
    const answer = await callApi('PUT', `/api/deliveries/${delivery}/resend`, {}, [404, 409])
    setBusy(false)
    setProblem(answer.ok ? undefined : (firstMessage(answer.body, []) ?? 'That did not work. Please try again.'))
    if (answer.ok) offer('It is being sent again.')
    onSent?.()
    revalidate()
  }
  return (
    <>
      <Button
        variant="default"
        h={44}
        loading={isBusy}
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
