import { Button, Group } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { useState } from 'react'
import type { PendingEmail } from '#server/accounts/emails/pending-email.ts'
import { useOwnForm } from '../../collections/use-own-form.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Row } from '../../ui/row.tsx'

const PATH = '/api/people/change_email_self'

/** A change of the reader's email that waits for its confirmation; it can be cancelled, and its link sent again. */
export function PendingEmailRow({ pending: { email, until } }: { pending: SerializeFrom<PendingEmail> }) {
  const when = useDateFormats()
  const form = useOwnForm()
  const [sent, setSent] = useState(false)
  const sendAgain = async () => setSent((await form.submit('POST', PATH)).ok)
  const cancel = () => form.submit('DELETE', PATH)
  return (
    <>
      <Row
        title="New email"
        meta={
          <>
            <span className="wrap" role="status">
              {sent ? `We sent another link to ${email}.` : `Waiting for confirmation of ${email}.`} The link works
              until {when.dateTime(until)}.
            </span>
            <Group gap="xs" mt={8}>
              <Button
                variant="default"
                h={44}
                loading={form.busy}
                onClick={sendAgain}
                aria-label={`Send the link to ${email} again`}
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
      <FormError message={form.message} />
      {form.dialog}
    </>
  )
}
