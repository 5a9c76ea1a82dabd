import { Button, Text } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { AskedTimes } from './asked-times.tsx'
import type { ShiftGroup } from './shift-groups.ts'

type Props = { event: number; group: ShiftGroup<{ id: number; start: string; end: string }>; canTake: boolean }

export function ClaimShift({ event, group, canTake }: Props) {
  const { Form, state, data } = useFetcher()
  const problem = formError(data)
  const [first] = group.open
  const times = first && { start: first.start, end: first.end }
  const label = canTake ? 'Take this shift' : 'Sign up'
  return (
    <Form method="post" action={canTake ? paths.takeShift(first?.id ?? 0) : paths.eventSignUp(event)}>
      {!canTake && <input type="hidden" name="assignment" value={group.assignment ?? ''} />}
      {!canTake && <input type="hidden" name="role" value={group.role ?? ''} />}
      <Button
        type="submit"
        variant="light"
        h={44}
        px={18}
        loading={state !== 'idle'}
        aria-label={`${label}: ${group.name}`}
      >
        {label}
      </Button>
      {times && <AskedTimes {...times} of={group.name} answer={data} />}
      {problem && (
        <Text role="alert" fz="sm" c="var(--mantine-color-error)" mt={4}>
          {problem}
        </Text>
      )}
    </Form>
  )
}
