import { Button } from '@mantine/core'
import { Link, useNavigate, useRevalidator } from '@remix-run/react'
import { IconArrowBackUp, IconCopy, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import { useCalls } from '#app/collections/use-call.ts'
import { newKey } from '#app/collections/use-changeset.ts'
import { HANDLED_STATUSES } from '#app/shell/fetch-api.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { useServerClock } from '#app/ui/use-server-clock.ts'
import { withNames } from '#server/deliveries/texts/fields.pure.ts'
import type { MessageLine } from '#server/messages/sending/history-contract.ts'
import { FileLinks } from '../files/file-field.tsx'
import type { MessageData, StoredMessage } from '../message-data.ts'
import { countedBoth, countedMessages, messageName, pausedText } from '../message-text.ts'
import { MessagingFrame } from '../messaging-frame.tsx'
import { originOfCopy } from '../origin-link.ts'
import type { useMessageCalls } from '../use-message-calls.ts'
import { hasRule, RULE_KINDS } from '../who/rule-kinds.ts'
import { type Names, ruleText } from '../who/rule-text.ts'
import { WrittenText } from '../written-text.tsx'
import { OwnTime } from './later-fields.tsx'
import { MANY, MoreControls, runningActions } from './more-controls.tsx'
import classes from './sending.module.css'
import { TakeBackBar } from './take-back-bar.tsx'

/** How often the page polls the progress of the sending, in milliseconds. */
const POLL_MS = 3_000

export function MessageState({ data, message }: { data: MessageData; message: StoredMessage }) {
  const { status, subject, kind, id, lists_people } = message
  const { date } = useDateFormats()
  const { text } = data
  const clock = useServerClock(data.now)
  const { call, busy, problem } = useCalls({ handled: HANDLED_STATUSES, reload: 'always' })
  const run = (path: string) => call('PUT', path, {})
  const { copy, ...copying } = useCopy(message)
  usePolling(status === 'sending')
  const cancel = () => run(`/api/messages/${id}/cancel`)
  const isPaused = message.paused_at !== null
  const isHeld = status === 'sending' && message.undo_until !== null && message.undo_until > clock()
  const isRunning = status === 'sending' && (isPaused || !isHeld)
  const isSmall = (message.receiving ?? 0) < MANY
  const pause = () => run(`/api/messages/${id}/${isPaused ? 'resume' : 'pause'}`)
  return (
    <MessagingFrame
      current={data.kind}
      title={withNames(subject) || 'Message'}
      status={<StateText message={message} text={text} names={data.names} />}
      actions={
        <>
          {(status === 'cancelled' || (status === 'sent' && !isSmall)) && (
            <Button
              variant="default"
              loading={copying.busy}
              leftSection={<IconCopy size={18} aria-hidden />}
              onClick={copy}
            >
              {status === 'cancelled' ? 'Edit and send again' : 'Use again'}
            </Button>
          )}
          {status === 'scheduled' && (
            <Button
              variant="default"
              loading={busy}
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              onClick={cancel}
            >
              Don’t send it
            </Button>
          )}
          {isSmall && (
            <MoreControls
              name={messageName({ ...message, excerpt: '' }, date)}
              busy={busy || copying.busy}
              actions={[
                status === 'sent' && { label: 'Use again', icon: <IconCopy size={16} aria-hidden />, run: copy },
                ...(isRunning ? runningActions({ isPaused, toggle: pause, stop: cancel }) : []),
              ]}
            />
          )}
          {isRunning && !isSmall && (
            <>
              <Button
                variant={isPaused ? 'light' : 'default'}
                loading={busy}
                leftSection={
                  isPaused ? <IconPlayerPlay size={18} aria-hidden /> : <IconPlayerPause size={18} aria-hidden />
                }
                onClick={pause}
              >
                {isPaused ? 'Resume' : 'Pause'}
              </Button>
              <Button variant="default" loading={busy} onClick={cancel}>
                Stop the rest
              </Button>
            </>
          )}
        </>
      }
    >
      <div className={classes.state}>
        <FormError message={problem ?? copying.problem ?? message.problem ?? undefined} />
        {status === 'scheduled' && <OwnTime instant={message.scheduled_for} className={classes.note} />}
        <Deliveries message={message} />
        <Other message={message} text={text} />
        {(status === 'sending' || status === 'scheduled') && (
          <p className={classes.note}>
            <Link to={paths.outbox}>Everything waiting is in the Outbox</Link>
          </p>
        )}
        {!lists_people && <p className={classes.note}>The list of people was deleted two years after sending.</p>}
        {status === 'sent' && lists_people && (
          <p className={classes.note}>
            <Link to={paths.sentMessage(id)}>Who got it, person by person</Link>
          </p>
        )}
        <Audience data={data} message={message} />
        <section aria-label="Message">
          <h2>Message</h2>
          {data.written && <WrittenText {...data.written} isOver={!lists_people} />}
          <FileLinks message={message.id} files={message.attachments} />
        </section>
      </div>
      {isHeld && !isPaused && message.undo_until && (
        <TakeBackBar
          text={
            text
              ? `${countedBoth(message.receiving ?? 0, text.receiving ?? 0)} go`
              : `${countedMessages(kind, message.receiving ?? 0)} ${message.receiving === 1 ? 'goes' : 'go'}`
          }
          until={message.undo_until}
          clock={clock}
          busy={busy}
          onTakeBack={cancel}
        />
      )}
    </MessagingFrame>
  )
}

type StateTextProps = { message: StoredMessage; text: MessageData['text']; names: Names }

function StateText({ message, text, names }: StateTextProps) {
  const { dateTime, ago } = useDateFormats()
  const { kind, status, receiving, expected, scheduled_for, sent_at, cancelled_at, paused_at, paused_by } = message
  const counted = countedMessages(kind, receiving ?? expected ?? 0)
  const messages = text
    ? countedBoth(receiving ?? 0, text.receiving ?? 0)
    : `${counted}${message.also_sms && status !== 'cancelled' ? ', as texts too' : ''}`
  const texts: Record<StoredMessage['status'], string> = {
    draft: 'Draft',
    scheduled: `Scheduled for ${scheduled_for ? dateTime(scheduled_for) : 'later'}: ${messages}, counted again then`,
    sending: paused_at
      ? `${messages}, ${pausedText({ paused_at, paused_by: names.people?.[paused_by ?? 0] ?? null }, ago)}`
      : `Sending ${messages}`,
    sent: `Sent ${sent_at ? dateTime(sent_at) : ''}: ${messages}`,
    cancelled: `Cancelled before sending${cancelled_at ? `, ${dateTime(cancelled_at)}` : ''}`,
  }
  const hasLeft = status === 'cancelled' && LEFT.some((state) => message.counts[state])
  return (
    <span role="status" className="num">
      {hasLeft ? `Stopped ${cancelled_at ? dateTime(cancelled_at) : ''}` : texts[status]}
    </span>
  )
}

/** The way from an email to its text, and back. */
function Other({ message, text }: Pick<StateTextProps, 'message' | 'text'>) {
  const to = text ? paths.message('sms', text.id) : message.same_as ? paths.message('email', message.same_as) : null
  if (!to) return null
  return (
    <p className={classes.note}>
      <Link to={to}>
        {text
          ? `The same message by text: ${countedMessages('sms', text.receiving ?? 0)} ${TEXT_STATES[text.status]}`
          : 'The same message by email'}
      </Link>
    </p>
  )
}

const TEXT_STATES: Record<StoredMessage['status'], string> = {
  draft: 'in draft',
  scheduled: 'scheduled',
  sending: 'being sent',
  sent: 'sent',
  cancelled: 'not sent, or stopped',
}

/** States of a delivery handed to the provider. */
const LEFT = ['sending', 'sent', 'delivered', 'bounced', 'complained', 'unknown']

const STATES: readonly (readonly [state: string, words: string])[] = [
  ['queued', 'waiting'],
  ['sending', 'on their way'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['bounced', 'bounced'],
  ['complained', 'marked as spam'],
  ['failed', 'failed'],
  ['unknown', 'may have been sent, but the provider didn’t say'],
  ['missed', 'missed'],
  ['cancelled', 'cancelled'],
  ['skipped', 'not sent, with the reason'],
]

function Deliveries({ message: { counts, receiving, expected } }: { message: StoredMessage }) {
  const shown = STATES.flatMap(([state, words]) => (counts[state] ? [[words, counts[state]] as const] : []))
  if (!shown.length) return null
  const differs = expected !== null && receiving !== null && expected !== receiving
  return (
    <section aria-label="Deliveries">
      <h2>Who got it</h2>
      <ul className={`cluster list ${classes.counts}`}>
        {shown.map(([words, count]) => (
          <li key={words}>
            <b className="num">{count.toLocaleString('en-GB')}</b> {words}
          </li>
        ))}
      </ul>
      {differs && (
        <p className={classes.note}>
          {expected.toLocaleString('en-GB')} were expected. They were counted again when it was sent.
        </p>
      )}
    </section>
  )
}

function Audience({ data: { names }, message: { audience } }: { data: MessageData; message: StoredMessage }) {
  const { dateFormat } = useDateFormats()
  const name = (id: number) => names.people?.[id] ?? `no. ${id}`
  const lines = [
    ...RULE_KINDS.filter((kind) => hasRule(audience, kind)).map((kind) => [
      kind.label,
      ruleText(kind.key, audience, { names, dateFormat }),
    ]),
    ...(audience.people?.length ? [['By name', namesText(audience.people.map(name))]] : []),
    ...(audience.except?.length ? [['But not', namesText(audience.except.map(name))]] : []),
  ]
  if (!lines.length) return null
  return (
    <section aria-label="Who">
      <h2>Who</h2>
      <dl className={classes.facts}>
        {lines.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** "Ann, Bob and 480 more": the first twenty. */
const namesText = (names: readonly string[]) =>
  names.length > 21 ? `${names.slice(0, 20).join(', ')} and ${names.length - 20} more` : names.join(', ')

function useCopy({
  attachments,
  kind,
  also_sms,
  subject,
  body,
  audience,
  template,
  reply_to,
  origin,
  id,
}: StoredMessage) {
  const [key] = useState(newKey)
  const headers = { 'idempotency-key': key }
  const { call, busy, problem } = useCalls({ handled: HANDLED_STATUSES, headers, reload: 'never' })
  const navigate = useNavigate()
  const copy = async () => {
    const fields = {
      kind,
      also_sms,
      subject,
      body,
      audience,
      template,
      reply_to,
      origin: originOfCopy({ id, audience, origin }),
    }
    const made = await call<{ id: number }>('PUT', '/api/messages/draft', { fields })
    if (!made.ok) return
    if (attachments.length) await callApi('PUT', `/api/messages/${made.body.id}/attachments`, { from: id })
    navigate(paths.message(kind, made.body.id))
  }
  return { busy, problem, copy }
}

function usePolling(isOn: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => document.visibilityState === 'visible' && revalidate(), POLL_MS)
    return () => clearInterval(timer)
  }, [isOn, revalidate])
}

type PauseButtonProps = {
  line: MessageLine
  calls: Pick<ReturnType<typeof useMessageCalls>, 'busy' | 'pause' | 'resume'>
}

export function PauseButton({ line, calls: { busy, pause, resume } }: PauseButtonProps) {
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
