import { Button, Group } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconMail, IconMessage, IconSend } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { HISTORY_PAGE, type History, type MessageLine } from '#server/messages/sending/history-contract.ts'
import shared from '../message-rows.module.css'
import { byText, messageName } from '../message-text.ts'
import { useRefresh } from '../use-message-calls.ts'
import { MessageStatus } from './sent-message-screen.tsx'
import { outcomeText } from './sent-text.ts'

export function SentScreen({ count, offset, lines }: History) {
  useRefresh(lines.some(({ status }) => status === 'sending'))
  if (!lines.length)
    return (
      <EmptyState
        icon={IconSend}
        title={offset ? 'No more messages' : 'Nothing sent yet'}
        text="Every message you send will appear here, with who got it and who didn’t."
        action={
          <Button component={Link} to={offset ? paths.sent : paths.messaging('email')} h={44} variant="default">
            {offset ? 'Newest' : 'Write an email'}
          </Button>
        }
      />
    )
  const pageAt = (start: number) => (start > 0 ? `${paths.sent}?offset=${start}` : paths.sent)
  return (
    <div className={shared.page}>
      <ul className={`card list ${shared.rows}`}>
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

export function SentRow({ line }: { line: MessageLine }) {
  const when = useDateFormats()
  const Channel = line.kind === 'sms' ? IconMessage : IconMail
  const at = line.started_at ?? line.cancelled_at
  return (
    <li>
      <Channel size={20} stroke={1.8} aria-label={line.kind === 'sms' ? 'SMS' : 'Email'} role="img" />
      <div className={shared.text}>
        <Link to={paths.sentMessage(line.id)}>{messageName(line, when.date)}</Link>
        <p className="num">{[at && when.dateTime(at), byText(line)].filter(Boolean).join(' ')}</p>
        <p className="num">{outcomeText(line)}</p>
      </div>
      <MessageStatus status={line.status} paused_at={line.paused_at} />
    </li>
  )
}
