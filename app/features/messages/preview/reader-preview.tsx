import { ActionIcon, Button, Kbd, SegmentedControl } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconSend } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { problemText } from '#app/collections/problem-text.ts'
import { useCalls } from '#app/collections/use-call.ts'
import { useNonce } from '#app/shell/nonce.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import { useSingleKeys } from '#app/ui/use-single-keys.ts'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import { sizeText } from '#server/messages/attachments/rules.ts'
import type { PreviewAnswer, ReaderReason } from '#server/messages/content/preview-contract.ts'
import type { MessageKind } from '../draft-state.ts'
import type { Previewed } from '../previewed.ts'
import { READERS_PAGE, useReaders } from '../use-readers.ts'
import { priceText } from '../what/sms-meter.tsx'
import classes from './preview.module.css'

const WHY: Record<ReaderReason, string> = {
  longest_name: 'the longest name',
  no_value: 'has no value for a field',
  other_formats: 'reads dates in another format',
}

type ReaderPreviewProps = {
  /** Null while there is nothing to read. */
  previewed: Previewed | null
  /** The text of an email, and who gets only that. */
  text?: { previewed: Previewed | null; only: readonly number[] } | undefined
  foot?: ReactNode
}

export function ReaderPreview({ previewed, text, foot }: ReaderPreviewProps) {
  const [at, setAt] = useState(0)
  const [width, setWidth] = useState<'phone' | 'desktop'>('phone')
  const [known, setKnown] = useState(Number.POSITIVE_INFINITY)
  const readers = useReaders(previewed, Math.floor(Math.min(at, known - 1) / READERS_PAGE))
  const first = readers?.count ?? 0
  useEffect(() => setKnown(first || Number.POSITIVE_INFINITY), [first])
  const only = text?.only ?? []
  const count = first + only.length
  const shownAt = Math.min(at, Math.max(0, count - 1))
  const reader = shownAt < first ? readers?.readers[shownAt % READERS_PAGE] : undefined
  const person = readers ? (reader?.person ?? only[shownAt - first] ?? null) : undefined
  const { preview, problem } = usePreview(previewed, person)
  const texted = usePreview(text?.previewed ?? null, preview?.person.id)
  const walk = (step: number) => count > 1 && setAt((shownAt + step + count) % count)
  const keys = useSingleKeys([
    ['[', () => walk(-1)],
    [']', () => walk(1)],
  ])
  if (!previewed) return <p className={classes.nothing}>Nothing written yet.</p>
  if (!preview) return problem ? <FormError message={problem} /> : <p className={classes.nothing}>One moment…</p>
  return (
    <div className={classes.preview}>
      <div className={`row ${classes.reader}`}>
        <Avatar name={preview.person.name} size={32} />
        <p aria-live="polite">
          <b>{preview.person.name || 'No name'}</b>
          <small>
            {count === 0
              ? 'No one gets it yet, so this shows you'
              : [`${shownAt + 1} of ${count.toLocaleString('en-GB')}`, reader?.why && WHY[reader.why]]
                  .filter(Boolean)
                  .join(', ')}
          </small>
        </p>
        {count > 1 && (
          <>
            <ActionIcon variant="subtle" color="gray" size={36} aria-label="Previous reader" onClick={() => walk(-1)}>
              <IconChevronLeft size={20} aria-hidden />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" size={36} aria-label="Next reader" onClick={() => walk(1)}>
              <IconChevronRight size={20} aria-hidden />
            </ActionIcon>
          </>
        )}
      </div>
      <FormError message={problem ?? texted.problem} />
      {text && texted.preview && (
        <section aria-label="The text" className={classes.part}>
          {texted.preview.person.receives || count === 0 ? (
            <TextBubble preview={texted.preview} />
          ) : (
            <p className={classes.nothing}>No text: they get the email.</p>
          )}
        </section>
      )}
      {preview.html === undefined ? (
        <TextBubble preview={preview} />
      ) : text && !preview.person.receives && count > 0 ? (
        <p className={classes.nothing}>No email: they get the text.</p>
      ) : (
        <>
          <dl className={classes.head}>
            <dt>Subject</dt>
            <dd>{preview.subject || <i>No subject yet</i>}</dd>
            <dt>From</dt>
            <dd>{preview.from}</dd>
            <dt>Replies to</dt>
            <dd>{preview.reply_to ?? 'no one'}</dd>
            {preview.attachments.length > 0 && (
              <>
                <dt>Files</dt>
                <dd>{preview.attachments.map(({ filename, size }) => `${filename} (${sizeText(size)})`).join(', ')}</dd>
              </>
            )}
          </dl>
          <MailFrame html={preview.html} name={preview.person.name} width={width} />
          <SegmentedControl
            size="xs"
            className={classes.width}
            aria-label="Width"
            value={width}
            onChange={(next) => setWidth(next === 'desktop' ? 'desktop' : 'phone')}
            data={[
              { value: 'phone', label: 'Phone' },
              { value: 'desktop', label: 'Desktop' },
            ]}
          />
        </>
      )}
      <div className={`row cluster ${classes.foot}`}>
        {foot}
        {count > 1 && keys.on && (
          <span className={`muted ${classes.keys}`}>
            <Kbd>[</Kbd> <Kbd>]</Kbd> other people
          </span>
        )}
      </div>
    </div>
  )
}

function TextBubble({ preview: { text, segments = 0, price = null, currency = 'GBP' } }: { preview: PreviewAnswer }) {
  return (
    <div className={`stack ${classes.bubble}`}>
      <p>{text || '…'}</p>
      <small>
        {[...text].length} characters, {segments} {segments === 1 ? 'part' : 'parts'}
        {priceText({ price, currency })}
      </small>
    </div>
  )
}

/** @param props.kinds of an email that is a text too: both. */
export function SendTest({ id, kinds }: { id: number; kinds: readonly MessageKind[] }) {
  const { call, busy, problem } = useCalls({ reload: 'never' })
  const [sent, setSent] = useState<string>()
  const send = async () => {
    setSent(undefined)
    const reached: string[] = []
    for (const [at] of kinds.entries()) {
      const { ok, body } = await call<{ to: string }>('POST', `/api/messages/${id}/test${at ? '?kind=sms' : ''}`)
      if (!ok) break
      reached.push(body.to)
      setSent(wordList(reached))
    }
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={18} aria-hidden />}
        loading={busy}
        onClick={() => void send()}
      >
        Send a test to me
      </Button>
      <p className={classes.said} role="status">
        {sent && `A test is on its way to ${sent}.`}
      </p>
      <FormError message={problem} />
    </>
  )
}

/** Width of a mail program's window on a desktop. Pixels. */
const DESKTOP = 720

type MailFrameProps = { html: string; name: string; width: 'phone' | 'desktop' }

/** A mail in a frame without scripts, working links or access to the page. */
export function MailFrame({ html, name, width }: MailFrameProps) {
  const { ref, width: room } = useElementSize()
  const nonce = useNonce()
  const [isLoaded, setLoaded] = useState(false)
  // The page's policy applies in the frame too: it accepts only styles with the nonce.
  const styled = nonce ? html.replace('<style>', `<style nonce="${nonce}">`) : html
  const scale = width === 'desktop' && room > 0 ? Math.min(1, room / DESKTOP) : 1
  return (
    <div ref={ref} className={`card ${classes.frame}`} data-width={width} data-loaded={isLoaded || undefined}>
      <iframe
        sandbox=""
        title={`The message as ${name || 'its reader'} has it`}
        srcDoc={styled}
        onLoad={() => setLoaded(true)}
        style={
          width === 'desktop'
            ? { width: DESKTOP, height: `${100 / scale}%`, transform: `scale(${scale})`, transformOrigin: '0 0' }
            : undefined
        }
      />
    </div>
  )
}

/** Interval and maximum number of requests for a message whose Markdown is not rendered yet. Milliseconds. */
const AGAIN_MS = 1_000
const ATTEMPTS = 5

/**
 * Loads a text as one person reads it; reloads for another text and keeps the last result meanwhile.
 * @param person null for the first reader in the server's order; undefined until known.
 */
export function usePreview(previewed: Previewed | null, person: number | null | undefined) {
  const [preview, setPreview] = useState<PreviewAnswer | null>(null)
  const [problem, setProblem] = useState<string>()
  const key = previewed?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which text it is
  useEffect(() => {
    if (!previewed || person === undefined) return
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async (attempts: number) => {
      const { ok, body } = await previewed.ask('preview', person === null ? {} : { person })
      if (!isCurrent) return
      if (!ok) return setProblem(problemText(body))
      const answer = body as PreviewAnswer
      setPreview(answer)
      setProblem(undefined)
      if (!answer.rendered && attempts > 1) timer = setTimeout(() => void read(attempts - 1), AGAIN_MS)
    }
    void read(ATTEMPTS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [key, person])
  return { preview: previewed ? preview : null, problem }
}
