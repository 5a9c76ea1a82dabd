import { Button, Group, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Calls } from '#app/collections/use-call.ts'
import { PhoneText } from '#app/ui/phone-text.tsx'
import { type DialogProps, FormDialog } from './form-dialog.tsx'

type Props = DialogProps & {
  form: Calls
  phone: string
  sms_notifications: boolean
  /** @returns whether a new code was sent. */
  onResend: () => Promise<boolean>
  onChange: () => void
}

const SECONDS = 300

export function CodeStep({ form, phone, sms_notifications, onResend, onChange, onClose }: Props) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<string>()
  const [codes, setCodes] = useState(1)
  const left = useSecondsLeft(codes)
  const resend = async () => {
    setCode('')
    setMissing(undefined)
    if (await onResend()) setCodes((count) => count + 1)
  }
  const check = async () => {
    const verify_code = code.trim()
    setMissing(verify_code ? undefined : 'Required.')
    if (!verify_code) return
    const answer = await form.call('PUT', '/api/people/verify_check', { phone, verify_code, sms_notifications })
    if (answer.ok) onClose()
  }
  return (
    <FormDialog title="Update phone" opened form={form} submit="Verify" onClose={onClose} onSubmit={check}>
      <Text className="wrap" role="status">
        {codes > 1 ? 'We sent a new code' : 'We sent a code'} to <PhoneText number={phone} />. You have 5 minutes to
        enter it.
      </Text>
      <TextInput
        label="Verification code"
        description={left > 0 ? `${clock(left)} left` : 'The code has expired. Send a new one.'}
        descriptionProps={{ className: 'num' }}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        size="md"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={missing ?? form.error('verify_code')}
        data-autofocus
      />
      <Group gap="xs">
        <Button variant="light" h={40} disabled={form.busy} onClick={resend}>
          Send a new code
        </Button>
        <Button variant="subtle" color="gray" h={40} disabled={form.busy} onClick={onChange}>
          Change number
        </Button>
      </Group>
    </FormDialog>
  )
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Counts down five minutes for each code. Only a hint: the server enforces the time. */
function useSecondsLeft(codes: number): number {
  const [left, setLeft] = useState(SECONDS)
  useEffect(() => {
    if (!codes) return
    const since = performance.now()
    setLeft(SECONDS)
    const timer = setInterval(
      () => setLeft(Math.max(0, SECONDS - Math.floor((performance.now() - since) / 1000))),
      1000,
    )
    return () => clearInterval(timer)
  }, [codes])
  return left
}
