import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { useSite } from '../../shell/use-root.ts'
import { PhoneField } from '../../ui/phone-field.tsx'
import { CodeStep } from './code-step.tsx'
import { type DialogProps, FormDialog } from './form-dialog.tsx'
import { useOwnForm } from './use-own-form.ts'

type Props = DialogProps & { phone: string | null; sms: boolean }

const PATH = '/api/people/phone_change_self'

/** Enter a number, then its code where the site sends SMS. Cancel resets it all. */
export function PhoneDialog({ phone, sms, onClose }: Props) {
  const site = useSite()
  const form = useOwnForm(['phone', 'verify_code'])
  const [number, setNumber] = useState(phone ?? '')
  const [receives, setReceives] = useState(sms || !phone)
  const [missing, setMissing] = useState<string>()
  const [sent, setSent] = useState(false)
  const store = async (to: string) => {
    const answer = await form.submit('PUT', PATH, { phone: to })
    if (!answer.ok) return false
    if (answer.body?.verify !== true) onClose()
    return answer.body?.verify === true
  }
  const ask = async (values: FormData) => {
    const to = String(values.get('phone') ?? '')
    setNumber(to)
    setMissing(to ? undefined : 'Required.')
    if (to && (await store(to))) setSent(true)
  }
  const change = () => {
    form.clear()
    setSent(false)
  }
  if (sent)
    return (
      <CodeStep
        form={form}
        phone={number}
        sms_notifications={receives}
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
      onSubmit={ask}
    >
      <PhoneField
        defaultValue={number}
        error={missing ?? form.error('phone')}
        onNumber={(_number, typed) => {
          if (typed) setMissing(undefined)
        }}
      />
      {site.sms_enabled && (
        <Switch
          label="Receive SMS shift notifications and reminders"
          checked={receives}
          onChange={(event) => setReceives(event.currentTarget.checked)}
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
