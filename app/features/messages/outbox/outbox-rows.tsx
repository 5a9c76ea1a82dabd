import { Button, Progress } from '@mantine/core'
import { Link, useRevalidator } from '@remix-run/react'
import { IconAlertTriangle, IconMail, IconMessage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDelete } from '#app/collections/use-delete.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { groupCounts, type MessageLine } from '#server/messages/sending/history-contract.ts'
import shared from '../message-rows.module.css'
import { byText, countedMessages, messageName, pausedText } from '../message-text.ts'
import { OwnTime } from '../sending/later-fields.tsx'
import { PauseButton } from '../sending/message-state.tsx'
import { MANY, MoreControls, runningActions } from '../sending/more-controls.tsx'
import type { useMessageCalls } from '../use-message-calls.ts'
import { countdownText } from './countdown-text.ts'

type OutboxRowProps = { line: MessageLine; to: string; meta: ReactNode; children?: ReactNode; actions: ReactNode }

export function OutboxRow({ line, to, meta, children, actions }: OutboxRowProps) {
  const Channel = line.kind === 'sms' ? IconMessage : IconMail
  return (
    <li>
      <Channel size={20} stroke={1.8} aria-label={line.kind === 'sms' ? 'SMS' : 'Email'} role="img" />
      <div className={shared.text}>
        <Link to={to}>{messageName(line)}</Link>
        <p className="num">{meta}</p>
        {children}
      </div>
      <div className={`cluster ${shared.actions}`}>{actions}</div>
    </li>
  )
}

export function DraftRow({ line }: { line: MessageLine }) {
  const when = useDateFormats()
  const { revalidate } = useRevalidator()
  const name = messageName(line)
  const { busy, refused, remove, dialog } = useDelete({
    collection: 'messages',
    singular: 'draft',
    id: line.id,
    name,
    onDeleted: revalidate,
  })
  const to = paths.message(line.kind, line.id)
  return (
    <OutboxRow
      line={line}
      to={to}
      meta={[line.also_sms && 'Email and text.', `Started ${when.ago(line.created)}`, byText(line)]
        .filter(Boolean)
        .join(' ')}
      actions={
        <>
          <Button variant="subtle" h={44} loading={busy} onClick={remove} aria-label={`Delete ${name}`}>
            Delete
          </Button>
          <Button component={Link} to={to} variant="default" h={44} aria-label={`Continue ${name}`}>
            Continue
          </Button>
        </>
      }
    >
      {line.problem && (
        <p className={shared.problem}>
          <IconAlertTriangle size={16} aria-hidden />
          {line.problem}
        </p>
      )}
      <FormError message={refused} />
      {dialog}
    </OutboxRow>
  )
}

type ScheduledRowProps = { line: MessageLine; now: number; calls: ReturnType<typeof useMessageCalls> }

/** A scheduled message: when, with a countdown, and the ways to change or cancel it. @param props.now milliseconds. */
export function ScheduledRow({ line, now, calls: { busy, stop } }: ScheduledRowProps) {
  const when = useDateFormats()
  const due = line.scheduled_for ?? ''
  const name = messageName(line)
  const to = paths.message(line.kind, line.id)
  const texts = line.also_sms && line.expected_sms !== null ? ` and ${countedMessages('sms', line.expected_sms)}` : ''
  const people = line.expected === null ? '' : `, about ${countedMessages(line.kind, line.expected)}${texts}`
  return (
    <OutboxRow
      line={line}
      to={to}
      meta={`Goes out ${countdownText(Date.parse(due) - now)}, ${when.dateTime(due)}${people}, ${byText(line)}`.replace(
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

type SendingRowProps = { line: MessageLine; now: number; calls: ReturnType<typeof useMessageCalls> }

/**
 * A message being sent: its progress, and the ways to cancel, pause or stop the rest.
 * @param props.now milliseconds.
 */
export function SendingRow({ line, now, calls }: SendingRowProps) {
  const { busy, stop, pause, resume } = calls
  const when = useDateFormats()
  const { waiting, got, failed } = groupCounts(line.counts)
  const all = waiting + got + failed
  const seconds = line.undo_until ? Math.ceil((Date.parse(line.undo_until) - now) / 1000) : 0
  const isHeld = seconds > 0
  const isPaused = line.paused_at !== null
  const isRunning = isPaused || !isHeld
  const isSmall = (line.receiving ?? all) < MANY
  const name = messageName(line)
  const left = `${(all - waiting).toLocaleString('en-GB')} of ${countedMessages(line.kind, all)} have been sent`
  return (
    <OutboxRow
      line={line}
      to={paths.sentMessage(line.id)}
      meta={
        isPaused
          ? `${left}, ${pausedText(line, when.ago)}`
          : isHeld
            ? `${countedMessages(line.kind, all)}, going out in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
            : `${left}, ${byText(line)}`.replace(/, $/, '')
      }
      actions={
        <>
          {isRunning && !isSmall && <PauseButton line={line} calls={calls} />}
          {isRunning && isSmall ? (
            <MoreControls
              name={name}
              busy={busy === line.id}
              actions={runningActions({
                isPaused,
                toggle: () => (isPaused ? resume(line) : pause(line)),
                stop: () => stop(line),
              })}
            />
          ) : (
            <Button
              variant={isHeld && !isPaused ? 'light' : 'default'}
              h={44}
              loading={busy === line.id}
              disabled={busy !== null}
              onClick={() => stop(line)}
              aria-label={`${isHeld ? 'Undo' : 'Stop the rest'}: ${name}`}
            >
              {isHeld ? 'Undo' : 'Stop the rest'}
            </Button>
          )}
        </>
      }
    >
      <Progress
        mt={8}
        size={8}
        radius={4}
        value={all ? (100 * (all - waiting)) / all : 0}
        aria-label={`Sending ${name}`}
      />
    </OutboxRow>
  )
}

type FailedRowProps = { line: MessageLine; calls: ReturnType<typeof useMessageCalls> }

export function FailedRow({ line, calls: { busy, retry } }: FailedRowProps) {
  const when = useDateFormats()
  const failed = line.counts.failed ?? 0
  const name = messageName(line)
  return (
    <OutboxRow
      line={line}
      to={paths.sentMessage(line.id, 'failed')}
      meta={`The provider refused ${countedMessages(line.kind, failed)}${line.started_at ? `, ${when.ago(line.started_at)}` : ''}.`}
      actions={
        <>
          <Button
            component={Link}
            to={paths.sentMessage(line.id, 'failed')}
            variant="subtle"
            h={44}
            aria-label={`Show who didn’t get ${name}`}
          >
            Show who
          </Button>
          <Button
            variant="default"
            h={44}
            loading={busy === line.id}
            disabled={busy !== null}
            onClick={() => retry(line)}
            aria-label={`Try the failed ones again: ${name}`}
          >
            Try the failed ones again
          </Button>
        </>
      }
    />
  )
}
