import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import {
  IconCheck,
  IconChevronLeft,
  IconClock,
  IconCopy,
  IconInfoCircle,
  IconMail,
  IconMailForward,
  IconPlayerPause,
  IconPlayerStop,
} from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import { groupCounts, type MessageLine, type SentMessage } from '#server/messages/sending/history-contract.ts'
import { FileLinks } from '../files/file-field.tsx'
import shared from '../message-rows.module.css'
import { byText, messageName, pausedText } from '../message-text.ts'
import { PauseButton } from '../sending/message-state.tsx'
import { MANY, MoreControls, runningActions } from '../sending/more-controls.tsx'
import { useMessageCalls, useRefresh } from '../use-message-calls.ts'
import { WrittenText } from '../written-text.tsx'
import { Recipients } from './recipients.tsx'
import classes from './sent.module.css'
import { otherNumberText, outcomeText } from './sent-text.ts'

type SentMessageScreenProps = SentMessage & { resendable: readonly number[]; state: string; offset: number }

export function SentMessageScreen({
  message,
  written,
  files,
  recipients,
  resendable,
  state,
  offset,
}: SentMessageScreenProps) {
  const when = useDateFormats()
  const calls = useMessageCalls()
  useRefresh(message.status === 'sending')
  const { waiting, failed, skipped, stopped } = groupCounts(message.counts)
  const isBusy = calls.busy !== null
  const isSmall = (message.receiving ?? 0) < MANY
  const isPaused = message.paused_at !== null
  const isRunning = message.status === 'sending' && waiting > 0
  const isMissed = message.lists_people && message.started_at !== null && failed + skipped + stopped > 0
  const at = message.started_at ?? message.cancelled_at ?? message.scheduled_for
  const otherNumber = otherNumberText(message)
  return (
    <div className={classes.page}>
      <Link className={classes.crumb} to={paths.sent}>
        <IconChevronLeft size={17} aria-hidden />
        Sent
      </Link>
      <header className={`cluster ${classes.head}`}>
        <div className={shared.text}>
          <h2>{messageName(message, when.date)}</h2>
          <p className="num">
            <MessageStatus status={message.status} paused_at={message.paused_at} />{' '}
            {[at && when.dateTime(at), byText(message)].filter(Boolean).join(' ')}
          </p>
          <p className="num">{[outcomeText(message), pausedText(message, when.ago)].filter(Boolean).join(', ')}</p>
          {message.other !== null && (
            <p>
              <Link to={paths.sentMessage(message.other)}>
                {message.kind === 'sms' ? 'The same message by email' : 'The same message by text'}
              </Link>
            </p>
          )}
        </div>
        <div className={classes.actions}>
          {isRunning && !isSmall && <PauseButton line={message} calls={calls} />}
          {isRunning && !isSmall && (
            <Button variant="default" h={44} loading={isBusy} onClick={() => calls.stop(message)}>
              Stop the rest
            </Button>
          )}
          {message.status !== 'cancelled' && message.lists_people && (message.counts.failed ?? 0) > 0 && (
            <Button variant="default" h={44} loading={isBusy} onClick={() => calls.retry(message)}>
              Try the failed ones again
            </Button>
          )}
          {isMissed && !isSmall && (
            <Button
              variant="default"
              h={44}
              loading={isBusy}
              leftSection={<IconMailForward size={18} aria-hidden />}
              onClick={() => calls.writeToMissed(message)}
            >
              Write to people who didn’t get it
            </Button>
          )}
          {isSmall ? (
            <MoreControls
              name={messageName(message, when.date)}
              busy={isBusy}
              actions={[
                ...(isRunning
                  ? runningActions({
                      isPaused,
                      toggle: () => (isPaused ? calls.resume(message) : calls.pause(message)),
                      stop: () => calls.stop(message),
                    })
                  : []),
                isMissed && {
                  label: 'Write to people who didn’t get it',
                  icon: <IconMailForward size={16} aria-hidden />,
                  run: () => calls.writeToMissed(message),
                },
                { label: 'Use again', icon: <IconCopy size={16} aria-hidden />, run: () => calls.copy(message) },
              ]}
            />
          ) : (
            <Button
              variant="light"
              h={44}
              loading={isBusy}
              leftSection={<IconCopy size={18} aria-hidden />}
              onClick={() => calls.copy(message)}
            >
              Use again
            </Button>
          )}
        </div>
      </header>
      <FormError message={calls.problem} />
      {otherNumber && (
        <p className={classes.note}>
          <IconInfoCircle size={18} aria-hidden />
          {otherNumber}
        </p>
      )}
      <SectionCard
        title="The text"
        icon={IconMail}
        hint={(written.html || written.text) && 'Names in brackets were filled in for each person.'}
      >
        <div className={classes.written}>
          <WrittenText {...written} isOver={!message.lists_people} />
        </div>
        {files.length > 0 && (
          <div className={classes.files}>
            <FileLinks message={message.id} files={files} />
          </div>
        )}
      </SectionCard>
      {message.started_at !== null && (
        <Recipients message={message} recipients={recipients} resendable={resendable} state={state} offset={offset} />
      )}
    </div>
  )
}

export function MessageStatus({ status, paused_at }: Pick<MessageLine, 'status' | 'paused_at'>) {
  if (status === 'sent')
    return (
      <Tag tone="green" icon={IconCheck} quiet>
        Sent
      </Tag>
    )
  if (status === 'cancelled')
    return (
      <Tag tone="slate" icon={IconPlayerStop} quiet>
        Cancelled
      </Tag>
    )
  if (paused_at)
    return (
      <Tag tone="amber" icon={IconPlayerPause} quiet>
        Paused
      </Tag>
    )
  return (
    <Tag tone="brand" icon={IconClock} quiet>
      {status === 'scheduled' ? 'Scheduled' : 'Being sent'}
    </Tag>
  )
}
