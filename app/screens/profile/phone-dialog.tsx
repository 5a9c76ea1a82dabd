import { Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSite } from '../../shell/use-root.ts'
import { PhoneField } from '../../ui/phone-field.tsx'
import { type DialogProps, FormDialog } from './form-dialog.tsx'
import { useOwnForm } from './use-own-form.ts'

type Props = DialogProps & { phone: string | null; sms: boolean }

/** Enter a number, then its code where the site sends SMS (specification §2.3, Update Phone). Cancel resets it all. */
export function PhoneDialog({ phone, sms, onClose }: Props) {
  const site = useSite()
  const form = useOwnForm(['phone', 'verify_code'])
  const [receives, setReceives] = useState(sms || !phone)
  const [sentTo, setSentTo] = useState<string>()
  const [missing, setMissing] = useState<string>()
  const ask = async (values: FormData) => {
    const number = String(values.get('phone') ?? '')
    const answer = await form.submit('PUT', '/api/people/phone_change_self', { phone: number })
    if (!answer.ok) return
    if (answer.body?.verify === true) setSentTo(number)
    else onClose()
  }
  const check = async (values: FormData) => {
    const verify_code = String(values.get('verify_code') ?? '').trim()
    setMissing(verify_code ? undefined : 'Required.')
    if (!verify_code) return
    const body = { phone: sentTo, verify_code, sms_notifications: receives }
    if ((await form.submit('PUT', '/api/people/verify_check', body)).ok) onClose()
  }
  if (sentTo)
    return (
      <FormDialog title="Update phone" opened form={form} submit="Verify" onClose={onClose} onSubmit={check}>
        <Text className="wrap" role="status">
          We sent a code to <span className="num">{sentTo}</span>. You have 5 minutes to enter it.
        </Text>
        <TextInput
          key="code"
          name="verify_code"
          label="Verification code"
          inputMode="numeric"
          autoComplete="one-time-code"
          size="md"
          error={missing ?? form.error('verify_code')}
          data-autofocus
        />
      </FormDialog>
    )
  return (
    <FormDialog
      title="Update phone"
      opened
      form={form}
      submit={site.sms_enabled ? 'Send code' : 'Save phone'}
      onClose={onClose}
      onSubmit={ask}
    >
      <PhoneField defaultValue={phone} error={form.error('phone')} />
      {site.sms_enabled && (
        <Switch
          label="Receive SMS shift notifications and reminders"
          checked={receives}
          onChange={(event) => setReceives(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
