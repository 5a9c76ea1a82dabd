import { Alert, Button, Stack } from '@mantine/core'
import { useWhen } from '../../shell/use-root.ts'
import { FormError } from '../../ui/form-error.tsx'
import { useOwnForm } from './use-own-form.ts'

/** When the reader's account ends, and the way back. @param closing ISO instant. */
export function ClosingNotice({ closing }: { closing: string }) {
  const when = useWhen()
  const form = useOwnForm()
  return (
    <Alert color="yellow" title={`Your account will be deleted on ${when.date(closing)}.`}>
      <Stack gap="sm" align="flex-start">
        <FormError message={form.message} />
        <span>Until then nothing changes.</span>
        <Button h={44} loading={form.busy} onClick={() => form.submit('DELETE', '/api/people/delete_self')}>
          Keep my account
        </Button>
      </Stack>
    </Alert>
  )
}
