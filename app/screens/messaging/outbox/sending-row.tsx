import { Button, Progress } from '@mantine/core'
import { groupCounts, type MessageLine } from '#server/messages/sending/history-contract.ts'
import { paths } from '../../../shell/paths.ts'
import { byText, countText, messageName } from '../message-text.ts'
import type { useMessageCalls } from '../use-message-calls.ts'
import { OutboxRow } from './outbox-row.tsx'

type Props = { line: MessageLine; now: number; calls: ReturnType<typeof useMessageCalls> }

/** A message that is being sent: how far it is, and the way to take it back or stop the rest. @param props.now milliseconds. */
export function SendingRow({ line, now, calls: { busy, stop } }: Props) {
  const { waiting, got, failed } = groupCounts(line.counts)
  const all = waiting + got + failed
  const seconds = line.undo_until ? Math.ceil((Date.parse(line.undo_until) - now) / 1000) : 0
  const isHeld = seconds > 0
  const name = messageName(line)
  return (
    <OutboxRow
      line={line}
      to={paths.sentMessage(line.id)}
      meta={
        isHeld
          ? `${countText(line.kind, all)}, leaving in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
          : `${all - waiting} of ${countText(line.kind, all)} left, ${byText(line)}`.replace(/, $/, '')
      }
      actions={
        <Button
          variant={isHeld ? 'light' : 'default'}
          h={44}
          loading={busy === line.id}
          disabled={busy !== null}
          onClick={() => stop(line)}
          aria-label={`${isHeld ? 'Take back' : 'Stop the rest of'} ${name}`}
        >
          {isHeld ? 'Take it back' : 'Stop the rest'}
        </Button>
      }
    >
      <Progress
        mt={8}
        size={8}
        radius={4}
        value={all ? (100 * (all - waiting)) / all : 0}
        aria-label={`Sending of ${name}`}
      />
    </OutboxRow>
  )
}
