import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { MessageLine } from '#server/messages/sending/history-contract.ts'
import { messageName } from './message-text.ts'
import type { useMessageCalls } from './use-message-calls.ts'

type Props = { line: MessageLine; calls: Pick<ReturnType<typeof useMessageCalls>, 'busy' | 'pause' | 'resume'> }

/** Pauses a message that is being sent, or lets a paused one go on. */
export function PauseButton({ line, calls: { busy, pause, resume } }: Props) {
  const isPaused = line.paused_at !== null
  const Glyph = isPaused ? IconPlayerPlay : IconPlayerPause
  const label = isPaused ? 'Resume' : 'Pause'
  return (
    <Button
      variant={isPaused ? 'light' : 'default'}
      h={44}
      loading={busy === line.id}
      disabled={busy !== null}
      leftSection={<Glyph size={18} aria-hidden />}
      onClick={() => (isPaused ? resume(line) : pause(line))}
      aria-label={`${label} ${messageName(line)}`}
    >
      {label}
    </Button>
  )
}
