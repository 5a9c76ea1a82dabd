import { Button, Group } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Row } from '#app/ui/row.tsx'
import type { PendingEmail } from '#server/accounts/emails/pending-email.ts'

const PATH = '/api/people/change_email_self'

export function PendingEmailRow({ pending: { email, until } }: { pending: SerializeFrom<PendingEmail> }) {
  const when = useDateFormats()
  const form = useCalls()
  const [sent, setSent] = useState(false)
  const sendAgain = async () => setSent((await form.call('POST', PATH)).ok)
  const cancel = () => form.call('DELETE', PATH)
  return (
    <>
      <Row
        title="New email"
        meta={
          <>
            <span className="wrap" role="status">
              {sent ? `We’ve sent another link to ${email}.` : `Waiting for confirmation of ${email}.`} The link works
              until {when.shortTime(until)}.
            </span>
            <Group gap="xs" mt={8}>
              <Button
                variant="default"
                h={44}
                loading={form.busy}
                onClick={sendAgain}
                aria-label={`Send again: the link to ${email}`}
              >
                Send again
              </Button>
              <Button
                variant="subtle"
                color="red"
                h={44}
                loading={form.busy}
                onClick={cancel}
                aria-label={`Cancel the change to ${email}`}
              >
                Cancel
              </Button>
            </Group>
          </>
        }
      />
      <FormError message={form.problem} />
    </>
  )
}
