import { Button, Progress } from '@mantine/core'
import { groupCounts, type MessageLine } from '#server/messages/sending/history-contract.ts'
import { paths } from '../../../shell/paths.ts'
import { useDateFormats } from '../../../shell/use-root.ts'
import { byText, countText, messageName, pausedText } from '../message-text.ts'
import { PauseButton } from '../pause-button.tsx'
import type { useMessageCalls } from '../use-message-calls.ts'
import { OutboxRow } from './outbox-row.tsx'

type Props = { line: MessageLine; now: number; calls: ReturnType<typeof useMessageCalls> }

/** A message that is being sent: how far it is, and the ways to take it back, pause it or stop the rest. @param props.now milliseconds. */
export function SendingRow({ line, now, calls }: Props) {
  const { busy, stop } = calls
  const when = useDateFormats()
  const { waiting, got, failed } = groupCounts(line.counts)
  const all = waiting + got + failed
  const seconds = line.undo_until ? Math.ceil((Date.parse(line.undo_until) - now) / 1000) : 0
  const isHeld = seconds > 0
  const isPaused = line.paused_at !== null
  const name = messageName(line)
  const left = `${(all - waiting).toLocaleString('en-GB')} of ${countText(line.kind, all)} have left`
  return (
    <OutboxRow
      line={line}
      to={paths.sentMessage(line.id)}
      meta={
        isPaused
          ? `${left}, ${pausedText(line, when.ago)}`
          : isHeld
            ? `${countText(line.kind, all)}, leaving in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
            : `${left}, ${byText(line)}`.replace(/, $/, '')
      }
      actions={
        <>
          {(isPaused || !isHeld) && <PauseButton line={line} calls={calls} />}
          <Button
            variant={isHeld && !isPaused ? 'light' : 'default'}
            h={44}
            loading={busy === line.id}
            disabled={busy !== null}
            onClick={() => stop(line)}
            aria-label={`${isHeld ? 'Take back' : 'Stop the rest of'} ${name}`}
          >
            {isHeld ? 'Take it back' : 'Stop the rest'}
          </Button>
        </>
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
