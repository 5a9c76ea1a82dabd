import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import type { MessageLine } from '#server/messages/sending/history-contract.ts'
import { paths } from '../../../shell/paths.ts'
import { useDateFormats } from '../../../shell/use-root.ts'
import { byText, countText, messageName } from '../message-text.ts'
import { OwnTime } from '../own-time.tsx'
import type { useMessageCalls } from '../use-message-calls.ts'
import { countdownText } from './countdown-text.ts'
import { OutboxRow } from './outbox-row.tsx'

type Props = { line: MessageLine; now: number; calls: ReturnType<typeof useMessageCalls> }

/** A message that leaves by itself: when, with a countdown, and the ways to change or cancel it. @param props.now milliseconds. */
export function ScheduledRow({ line, now, calls: { busy, stop } }: Props) {
  const when = useDateFormats()
  const due = line.scheduled_for ?? ''
  const name = messageName(line)
  const to = paths.message(line.kind, line.id)
  const people = line.expected === null ? '' : `, about ${countText(line.kind, line.expected)}`
  return (
    <OutboxRow
      line={line}
      to={to}
      meta={`Leaves ${countdownText(Date.parse(due) - now)}, ${when.dateTime(due)}${people}, ${byText(line)}`.replace(
        /, $/,
        '',
      )}
      actions={
        <>
          <Button component={Link} to={to} variant="subtle" h={44} aria-label={`Change ${name}`}>
            Change
          </Button>
          <Button
            variant="default"
            h={44}
            loading={busy === line.id}
            disabled={busy !== null}
            onClick={() => stop(line)}
            aria-label={`Cancel ${name}`}
          >
            Cancel
          </Button>
        </>
      }
    >
      <OwnTime instant={line.scheduled_for} />
    </OutboxRow>
  )
}
