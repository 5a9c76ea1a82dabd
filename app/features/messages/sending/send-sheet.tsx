import { Button, Radio } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconAlertTriangle, IconCheck, IconCircleX, IconClock, IconSend } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import { problemText } from '#app/collections/problem-text.ts'
import { useCalls } from '#app/collections/use-call.ts'
import { HANDLED_STATUSES } from '#app/shell/fetch-api.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import { useServerClock } from '#app/ui/use-server-clock.ts'
import { withNames } from '#server/deliveries/texts/fields.pure.ts'
import type { MessageCheck } from '#server/messages/checks/contract.ts'
import type { ReadersAnswer } from '#server/messages/content/preview-contract.ts'
import type { MessageLinks } from '#server/messages/links/contract.ts'
import { countedBoth, countedMessages } from '../message-text.ts'
import { previewedMessage } from '../previewed.ts'
import type { Draft } from '../use-draft.ts'
import { useReaders } from '../use-readers.ts'
import { lostText, priceText } from '../what/sms-meter.tsx'
import type { LiveCount } from '../who/use-audience-count.ts'
import { type CheckLine, checklist, mayBeSent } from './checklist.ts'
import { LaterFields, usualLater } from './later-fields.tsx'
import { quietUntil } from './quiet-until.ts'
import classes from './sending.module.css'

type SendSheetProps = {
  draft: Draft
  /** Its files, by id. */
  attached: readonly number[]
  live: LiveCount
  /** The server's time of the page, ISO. */
  now: string
  when: 'now' | 'later'
  onClose: () => void
}

export function SendSheet({ draft, attached, live, now, when: asked, onClose }: SendSheetProps) {
  const { view, change } = draft
  const { ago, dateTime, zone } = useDateFormats()
  const clock = useServerClock(now)
  const { check, text, links, problem } = useCheck(draft, view.scheduled_for)
  const texts = useReaders(view.also_sms ? previewedMessage(view, attached, 'sms') : null)
  const sending = useCalls({ handled: HANDLED_STATUSES })
  const [busy, setBusy] = useState(false)
  const later = view.scheduled_for !== null
  const choose = (choice: string) =>
    change({ scheduled_for: choice === 'later' ? (view.scheduled_for ?? usualLater(clock(), zone)) : null })
  const opening = useRef(() => asked === 'later' && choose('later'))
  useEffect(() => {
    opening.current()
  }, [])
  const leaves = later ? view.scheduled_for : clock()
  const quiet = check?.quiet ?? text?.quiet
  const waits = quiet && isInstant(leaves) ? quietUntil(leaves, zone, quiet) : null
  const words = { ago, quietUntil: waits && dateTime(waits) }
  const count = live.count?.sms
  const textCheck = text && count ? { check: text, count, ...textFacts(texts) } : null
  const isChecked = check !== null && (textCheck !== null || !view.also_sms)
  const lines = checklist(view, isChecked ? check : null, words, links, textCheck)
  const receiving = check?.receiving ?? live.count?.receiving ?? 0
  const receivingText = text?.receiving ?? live.count?.sms?.receiving ?? 0
  const messages = view.also_sms
    ? countedBoth(receiving, receivingText)
    : receiving > 0
      ? countedMessages(view.kind, receiving)
      : 'this message'
  const send = async () => {
    if (later && !(Date.parse(view.scheduled_for ?? '') > Date.parse(clock())))
      return sending.refuse('Choose a date and time in the future.')
    setBusy(true)
    sending.clear()
    const id = await draft.flush()
    if (id === null) sending.refuse('The draft isn’t saved yet, so nothing was sent. Please try again.')
    else
      await sending.call('PUT', `/api/messages/${id}/send`, {
        expected: receiving,
        ...(view.also_sms && { expected_sms: receivingText }),
      })
    setBusy(false)
  }
  return (
    <Modal opened onClose={onClose} title={`Send ${messages}?`} size={520} centered>
      {view.subject && <p className={classes.subject}>“{withNames(view.subject)}”</p>}
      <ul className={classes.lines} aria-label="Before it is sent" aria-busy={!isChecked}>
        {lines.map((line) => (
          <Line key={line.key} line={line} onShow={showing(line, onClose)} />
        ))}
        {isChecked && links === null && /https?:/i.test(view.body) && (
          <li className={classes.waiting}>Checking its links…</li>
        )}
        {!isChecked && !problem && <li className={classes.waiting}>Checking who gets it…</li>}
      </ul>
      <Radio.Group label="When" value={later ? 'later' : 'now'} onChange={choose}>
        <div className={classes.when}>
          <Radio.Card value="now" className={classes.choice}>
            <Radio.Indicator />
            <span>
              <b>Now</b>
              <small>You can undo this for 10 seconds</small>
            </span>
          </Radio.Card>
          <Radio.Card value="later" className={classes.choice}>
            <Radio.Indicator />
            <span>
              <b>Later</b>
              <small>
                {later && isInstant(view.scheduled_for) ? dateTime(view.scheduled_for) : 'Choose a day and time'}
              </small>
            </span>
          </Radio.Card>
        </div>
      </Radio.Group>
      {later && (
        <LaterFields
          value={view.scheduled_for}
          error={draft.errors.scheduled_for}
          onChange={(scheduled_for) => change({ scheduled_for })}
        />
      )}
      <p className={`muted ${classes.waits}`}>
        It waits in the <Link to={paths.outbox}>Outbox</Link> and moves to <Link to={paths.sent}>Sent</Link> once it has
        gone.
      </p>
      <FormError message={sending.problem ?? problem} />
      <div className={`cluster ${classes.foot}`}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Back
        </Button>
        <Button
          loading={busy}
          disabled={!isChecked || !mayBeSent(lines)}
          leftSection={later ? <IconClock size={18} aria-hidden /> : <IconSend size={18} aria-hidden />}
          onClick={send}
        >
          {`${later ? 'Schedule' : 'Send'} ${messages}`}
        </Button>
      </div>
    </Modal>
  )
}

const textFacts = (readers: ReadersAnswer | null) => {
  const sms = readers?.sms
  const cost =
    sms && sms.most > 1 ? `Each text has up to ${sms.most} parts, ${sms.segments} in all${priceText(sms)}` : ''
  return { cost, lost: sms ? lostText(sms).replace(/\.$/, '') : '' }
}

const isInstant = (value: string | null): value is string => value !== null && !Number.isNaN(Date.parse(value))

/** Debounce of a time being typed. Milliseconds. */
const REST_MS = 600

/** Interval of looking whether the text of an email can be made. Milliseconds. */
const AGAIN_MS = 1_000

/** Stores the draft and loads the server's checks, when the sheet opens and when the time changes. */
function useCheck(draft: Draft, leaves: string | null) {
  const [check, setCheck] = useState<MessageCheck | null>(null)
  const [text, setText] = useState<MessageCheck | null>(null)
  const [links, setLinks] = useState<MessageLinks | null>(null)
  const [problem, setProblem] = useState<string>()
  const latest = useRef(draft)
  latest.current = draft
  const checkLinks = useRef(async () => {
    const id = await latest.current.flush()
    if (id === null) return
    const { ok, body } = await callApi('GET', `/api/messages/${id}/links`, undefined, HANDLED_STATUSES)
    setLinks(ok ? (body as MessageLinks) : NO_LINKS)
  })
  const load = useRef(async (isCurrent: () => boolean) => {
    const id = await latest.current.flush()
    if (!isCurrent()) return
    if (id === null) return setProblem(NOT_STORED)
    const ask = (query: string) => callApi('GET', `/api/messages/${id}/check${query}`, undefined, HANDLED_STATUSES)
    const { ok, body } = await ask('')
    if (!isCurrent()) return
    if (!ok) return setProblem(problemText(body))
    setCheck(body as MessageCheck)
    if (!latest.current.view.also_sms) return
    const asText = await ask('?kind=sms')
    if (!isCurrent()) return
    if (!asText.ok) return setProblem(problemText(asText.body))
    const found = asText.body as MessageCheck
    if (found.rendered) setText(found)
    else again.current = setTimeout(() => void load.current(isCurrent), AGAIN_MS)
  })
  const again = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => void checkLinks.current(), [])
  const opened = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another time is another day's cap
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => void load.current(() => isCurrent), opened.current ? 0 : REST_MS)
    opened.current = false
    return () => {
      isCurrent = false
      clearTimeout(timer)
      clearTimeout(again.current)
    }
  }, [leaves])
  return { check, text, links, problem }
}

const NO_LINKS: MessageLinks = { checked: 0, more: 0, problems: [] }

const NOT_STORED = 'Write something first, and choose who gets it. A message has to be saved before it can be sent.'

const ICONS = { fine: IconCheck, warn: IconAlertTriangle, stop: IconCircleX }
const WORDS = { fine: '', warn: 'Note: ', stop: 'It can’t be sent: ' }

function Line({ line: { level, text }, onShow }: { line: CheckLine; onShow?: (() => void) | undefined }) {
  const Glyph = ICONS[level]
  return (
    <li data-level={level}>
      <Glyph size={18} aria-hidden />
      <span>
        <span className="unseen">{WORDS[level]}</span>
        {text}
      </span>
      {onShow && (
        <button type="button" onClick={onShow}>
          See who
        </button>
      )}
    </li>
  )
}

/** The lists of the composer that lines are about. */
const LISTS: Readonly<Record<string, string>> = {
  excluded: 'not-getting',
  'no-text': 'no-text',
  'no-email': 'no-email',
}

function showing({ key }: CheckLine, onClose: () => void): (() => void) | undefined {
  const list = LISTS[key]
  return list === undefined ? undefined : () => showExcluded(list, onClose)
}

function showExcluded(list: string, onClose: () => void) {
  onClose()
  // The sheet returns the focus first.
  setTimeout(() => {
    const heading = document.getElementById(list)
    heading?.scrollIntoView({ block: 'center' })
    heading?.focus()
  }, 300)
}
