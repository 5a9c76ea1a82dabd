import { Button, Text } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { formError } from '../../http/answer.ts'
import { paths } from '../../shell/paths.ts'
import type { Duty } from './duties.ts'

type Props = { event: number; duty: Duty<{ id: number }>; takes: boolean }

/** Takes a free place of a duty at once, or asks for the duty; who was too late is told and sees the place gone. */
export function AskForDuty({ event, duty, takes }: Props) {
  const { Form, state, data } = useFetcher()
  const problem = formError(data)
  const words = takes ? 'Take this shift' : 'Sign up'
  return (
    <Form method="post" action={takes ? paths.takeShift(duty.free[0]?.id ?? 0) : paths.eventSignUp(event)}>
      {!takes && <input type="hidden" name="assignment" value={duty.assignment ?? ''} />}
      {!takes && <input type="hidden" name="role" value={duty.role ?? ''} />}
      <Button
        type="submit"
        variant="light"
        h={44}
        px={18}
        loading={state !== 'idle'}
        aria-label={`${words}: ${duty.name}`}
      >
        {words}
      </Button>
      {problem && (
        <Text role="alert" fz="sm" c="var(--mantine-color-error)" mt={4}>
          {problem}
        </Text>
      )}
    </Form>
  )
}
