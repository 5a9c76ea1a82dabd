import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Row } from '#app/ui/row.tsx'

export function UnconfirmedEmail({ email }: { email: string }) {
  const form = useCalls({ fields: ['email'] })
  const [sent, setSent] = useState(false)
  const send = async () => setSent((await form.call('POST', '/api/people/send_confirmation_self')).ok)
  return (
    <>
      <Row
        title="Email"
        meta={sent ? `We sent a link to ${email}. Open it to confirm.` : `${email} (not confirmed yet)`}
        end={
          <Button variant="default" h={40} loading={form.busy} onClick={send}>
            {sent ? 'Send again' : 'Confirm'}
          </Button>
        }
      />
      <FormError message={form.error('email') ?? form.problem} />
    </>
  )
}
