import { ActionIcon, Kbd, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconMessage2 } from '@tabler/icons-react'
import { useState } from 'react'
import { MailFrame } from '#app/features/messages/preview/reader-preview.tsx'
import { useSingleKeys } from '#app/ui/use-single-keys.ts'
import type { ReadMail as Mail, ReadMessage } from '#server/publishing/proof/contract.ts'
import classes from './sheet.module.css'

type Props = {
  /** Null while loading, or if no one gets one. */
  mail: Mail | null
  people: readonly { person: number; name: string }[]
  first: number | null
  person: number | null
  onPerson: (person: number) => void
  /** "as sent at 11:15", for a sent message. */
  sent?: string | undefined
}

export function ReadMail({ mail, people, first, person, onPerson, sent }: Props) {
  const at = people.findIndex((one) => one.person === person)
  const walk = (step: number) => {
    const next = people[(at + step + people.length) % people.length]
    if (next && people.length > 1) onPerson(next.person)
  }
  const keys = useSingleKeys([
    ['[', () => walk(-1)],
    [']', () => walk(1)],
  ])
  const shown = people[at]
  if (!shown) return null
  const notes = [`${at + 1} of ${people.length}`, shown.person === first && people.length > 1 && 'the longest name']
  return (
    <section className={classes.mail} aria-label="As they read it">
      <div className={`row ${classes.nav}`}>
        <p aria-live="polite">
          <b>{shown.name || 'No name'}</b>
          <small>{[notes.filter(Boolean).join(', '), sent].filter(Boolean).join(' · ')}</small>
        </p>
        {people.length > 1 && (
          <>
            {keys.on && (
              <span className={classes.keys} aria-hidden>
                <Kbd>[</Kbd> <Kbd>]</Kbd>
              </span>
            )}
            <ActionIcon variant="subtle" color="gray" size={44} aria-label="Previous person" onClick={() => walk(-1)}>
              <IconChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" size={44} aria-label="Next person" onClick={() => walk(1)}>
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
          </>
        )}
      </div>
      {mail?.person === shown.person && <Messages key={mail.person} messages={mail.messages} name={mail.name} />}
    </section>
  )
}

function Messages({ messages, name }: { messages: readonly ReadMessage[]; name: string }) {
  const [which, setWhich] = useState('0')
  const message = messages[Number(which)]
  if (!message) return <p className={classes.none}>No message about this event was sent to them.</p>
  const { email, sms } = message
  return (
    <>
      {messages.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="Message"
          value={which}
          onChange={setWhich}
          data={messages.map(({ title }, n) => ({ value: String(n), label: title }))}
        />
      )}
      {email && (
        <article className={`card ${classes.paper}`}>
          <header>
            <b>{email.subject}</b>
            <small>to {email.to}</small>
          </header>
          {email.html ? (
            <MailFrame html={email.html} name={name} width="phone" />
          ) : (
            <p className={classes.none}>Only its subject was kept.</p>
          )}
        </article>
      )}
      {sms && (
        <p className={`muted ${classes.text}`}>
          <IconMessage2 size={15} aria-hidden />
          <span>
            {email ? 'And the text' : 'The text'}: “{sms.text}”, {sms.parts === 1 ? '1 part' : `${sms.parts} parts`}
          </span>
        </p>
      )}
    </>
  )
}
