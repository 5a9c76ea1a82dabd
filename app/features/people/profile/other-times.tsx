import { Button, Group, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import type { TimeRequest } from '#server/requests/times/contract.ts'
import { personTimes } from '#server/shift-facts/times/rules.ts'
import type { TimedShift } from './other-times-dialog.tsx'

const OtherTimesDialog = lazyPart(() =>
  import('./other-times-dialog.tsx').then((all) => ({ default: all.OtherTimesDialog })),
)

type Props = { shift: TimedShift; request: TimeRequest | undefined }

/** Shows the viewer's request and its answer; renders nothing where their times show it. */
export function OtherTimesState({ request }: Pick<Props, 'request'>) {
  const when = useDateFormats()
  if (!request || request.state === 'agreed' || request.state === 'ended') return null
  const { start, end } = personTimes(request)
  const range = <span className="num">{when.range(start, end)}</span>
  if (request.state === 'waiting')
    return (
      <Text fz="sm" mt={4}>
        Asked for {range}, waiting for an answer.
      </Text>
    )
  return (
    <Text fz="sm" mt={4} className="wrap">
      You asked for {range}. The club can’t agree to these times.{request.reason && ` ${request.reason}`}
    </Text>
  )
}

export function OtherTimesButtons({ shift, request }: Props) {
  const when = useDateFormats()
  const [isOpen, setOpen] = useState(false)
  const form = useCalls()
  const waits = request?.state === 'waiting'
  const about = `${shift.name}, ${when.date(shift.planned_start)}`
  const label = waits ? 'Change the times asked for' : 'Arrive late or leave early'
  return (
    <>
      <Group gap={4}>
        <Button
          variant="subtle"
          h={44}
          px={10}
          ml={-10}
          onClick={() => setOpen(true)}
          aria-label={`${label}: ${about}`}
        >
          {waits ? 'Change' : label}
        </Button>
        {waits && (
          <Button
            variant="subtle"
            color="gray"
            h={44}
            px={10}
            loading={form.busy}
            onClick={() => form.call('DELETE', `/api/shifts/${shift.id}/times`)}
            aria-label={`Withdraw the times asked for: ${about}`}
          >
            Withdraw
          </Button>
        )}
      </Group>
      <FormError message={form.problem} />
      {isOpen && (
        <Suspense>
          <OtherTimesDialog shift={shift} request={waits ? request : undefined} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
