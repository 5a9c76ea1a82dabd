import { Button, Group } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconSend } from '@tabler/icons-react'
import type { History } from '#server/messages/sending/history-contract.ts'
import { HISTORY_PAGE } from '#server/messages/sending/history-contract.ts'
import { paths } from '../../../shell/paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useRefresh } from '../use-refresh.ts'
import classes from './sent.module.css'
import { SentRow } from './sent-row.tsx'

/** Lists the messages that were sent or cancelled, the newest first. */
export function SentScreen({ count, offset, lines }: History) {
  useRefresh(lines.some(({ status }) => status === 'sending'))
  if (!lines.length)
    return (
      <EmptyState
        icon={IconSend}
        title={offset ? 'No more messages' : 'Nothing sent yet'}
        text="Every message that was sent will appear here, with who got it and who did not."
        action={
          <Button component={Link} to={offset ? paths.sent : paths.messaging('email')} h={44} variant="default">
            {offset ? 'Newest' : 'Write an email'}
          </Button>
        }
      />
    )
  const pageAt = (start: number) => (start > 0 ? `${paths.sent}?offset=${start}` : paths.sent)
  return (
    <div className={classes.page}>
      <ul className={classes.rows}>
        {lines.map((line) => (
          <SentRow key={line.id} line={line} />
        ))}
      </ul>
      {count > HISTORY_PAGE && (
        <Group component="nav" aria-label="Pages" justify="space-between" mt="md">
          <span className="num">
            {offset + 1}–{offset + lines.length} of {count}
          </span>
          <Group gap="xs">
            {offset > 0 && (
              <Button component={Link} to={pageAt(offset - HISTORY_PAGE)} variant="default" h={44}>
                Newer
              </Button>
            )}
            {offset + lines.length < count && (
              <Button component={Link} to={pageAt(offset + HISTORY_PAGE)} variant="default" h={44}>
                Older
              </Button>
            )}
          </Group>
        </Group>
      )}
    </div>
  )
}
