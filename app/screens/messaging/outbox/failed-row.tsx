import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import type { MessageLine } from '#server/messages/sending/history-contract.ts'
import { paths } from '../../../shell/paths.ts'
import { useDateFormats } from '../../../shell/use-root.ts'
import { countText, messageName } from '../message-text.ts'
import type { useMessageCalls } from '../use-message-calls.ts'
import { OutboxRow } from './outbox-row.tsx'

type Props = { line: MessageLine; calls: ReturnType<typeof useMessageCalls> }

/** A message that the provider refused for some people, with the way to try these again. */
export function FailedRow({ line, calls: { busy, retry } }: Props) {
  const when = useDateFormats()
  const failed = line.counts.failed ?? 0
  const name = messageName(line)
  return (
    <OutboxRow
      line={line}
      to={paths.sentMessage(line.id, 'failed')}
      meta={`The provider refused ${countText(line.kind, failed)}${line.started_at ? `, ${when.ago(line.started_at)}` : ''}.`}
      actions={
        <>
          <Button
            component={Link}
            to={paths.sentMessage(line.id, 'failed')}
            variant="subtle"
            h={44}
            aria-label={`Show who did not get ${name}`}
          >
            Show whom
          </Button>
          <Button
            variant="default"
            h={44}
            loading={busy === line.id}
            disabled={busy !== null}
            onClick={() => retry(line)}
            aria-label={`Retry failed of ${name}`}
          >
            Retry failed
          </Button>
        </>
      }
    />
  )
}
