import { Button, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { useSite } from '#app/shell/use-root.ts'
import { PhoneField } from '#app/ui/phone-field.tsx'
import { wholePhone } from '#server/engine/kernel/phone-number/rules.ts'
import { CodeStep } from './code-step.tsx'
import { type DialogProps, FormDialog } from './form-dialog.tsx'

type Props = DialogProps & { phone: string | null; sms: boolean }

const PATH = '/api/people/phone_change_self'

export function PhoneDialog({ phone, sms, onClose }: Props) {
  const site = useSite()
  const form = useCalls({ fields: ['phone', 'verify_code'] })
  const [entered, setEntered] = useState<string>()
  // The stored number may arrive after the dialog is opened, when one was saved just before.
  const number = entered ?? phone ?? ''
  const [receivesSms, setReceivesSms] = useState(sms || !phone)
  const [missing, setMissing] = useState<string>()
  const [sent, setSent] = useState(false)
  const [kept, setKept] = useState<string>()
  const store = async (phone: string) => {
    const answer = await form.call<{ verify?: boolean; detail?: string }>('PUT', PATH, { phone })
    if (!answer.ok) return false
    const { verify, detail } = answer.body
    if (typeof detail === 'string') setKept(detail)
    else if (verify !== true) onClose()
    return answer.body.verify === true
  }
  const submit = async (values: FormData) => {
    const typed = String(values.get('phone') ?? '').trim()
    const next = wholePhone(typed, String(values.get('phone_code') ?? '')) ?? typed
    setEntered(next)
    setMissing(next ? undefined : 'Required.')
    if (next && (await store(next))) setSent(true)
  }
  const change = () => {
    form.clear()
    setSent(false)
  }
  if (kept)
    return (
      <FormDialog title="Update phone" opened form={form} submit="Close" onClose={onClose} onSubmit={onClose}>
        <Text role="status">{kept}</Text>
      </FormDialog>
    )
  if (sent)
    return (
      <CodeStep
        form={form}
        phone={number}
        sms_notifications={receivesSms}
        onResend={() => store(number)}
        onChange={change}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title="Update phone"
      opened
      form={form}
      submit={site.sms_enabled ? 'Send code' : 'Save phone'}
      onClose={onClose}
      onSubmit={submit}
    >
      <PhoneField
        defaultValue={number}
        mobile={site.sms_enabled}
        error={missing ?? form.error('phone')}
        onNumber={(_number, typed) => {
          if (typed) setMissing(undefined)
        }}
      />
      {site.sms_enabled && (
        <Switch
          label="Receive SMS shift notifications and reminders"
          checked={receivesSms}
          onChange={(event) => setReceivesSms(event.currentTarget.checked)}
        />
      )}
      {phone && (
        <Button
          variant="subtle"
          color="red"
          h={40}
          px="xs"
          ml={-10}
          disabled={form.busy}
          onClick={() => store('')}
          style={{ alignSelf: 'flex-start' }}
        >
          Remove phone
        </Button>
      )}
    </FormDialog>
  )
}
