import { Button, Textarea } from '@mantine/core'
import { IconClockHour4, IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useNotificationPreviewState } from '#app/shell/use-notification-preview.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import { type Affected, type CallOffPreview, MAX_WORDS } from '#server/events/decide/contract.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import sheet from '../../../ui/sheet.module.css'
import classes from './decide.module.css'
import { type CallOffEvent, useDecide } from './use-decide.ts'

const NO_INPUT = {}

const peopleText = (count: number) => (count === 1 ? '1 person' : `${count} people`)

function channelsText(people: readonly Affected[]): string {
  const both = people.filter(({ channels }) => channels.length === 2).length
  const textOnly = people.filter(({ channels }) => channels.length === 1 && channels[0] === 'sms').length
  const mailOnly = people.length - both - textOnly
  if (!both && !textOnly) return 'By email'
  return [
    both && `${both === people.length ? '' : `${both} `}by email and text`,
    mailOnly && `${mailOnly} by email only`,
    textOnly && `${textOnly} by text only`,
  ]
    .filter(Boolean)
    .join(', ')
    .replace(/^by/, 'By')
}

type SheetProps = {
  event: CallOffEvent
  onClose: () => void
  /** Default: closes. */
  onCalledOff?: () => void
}

export function CallOffSheet({ event, onClose, onCalledOff = onClose }: SheetProps) {
  const when = useDateFormats()
  const [words, setWords] = useState('')
  const { preview, refused } = useNotificationPreviewState<CallOffPreview>(
    `/api/events/${event.id}/decide/preview`,
    NO_INPUT,
  )
  const { decide, busy, problem } = useDecide(event)
  const name = eventName(event.name)
  const callOff = async () => {
    const hear = preview?.people ?? 0
    const said = hear ? `${name} is called off. We are notifying ${peopleText(hear)}.` : `${name} is called off.`
    if (await decide('off', { words, said })) onCalledOff()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Call off ${name}?`}
      size={600}
      centered
      classNames={{ inner: sheet.inner, content: sheet.content }}
    >
      <p className={classes.when}>
        {[`${when.date(event.start)}, ${when.range(event.start, event.end)}`, event.location]
          .filter(Boolean)
          .join(', ')}
      </p>
      {preview ? (
        <div className={classes.parts}>
          <Part people={preview.on_shift} title="on a shift" text="It is cancelled in their calendars" />
          <Part people={preview.signed_up} title="signed up" text="They won’t be left waiting for an answer" />
          <Part
            people={preview.not_reached}
            title="not reached"
            text={
              preview.not_reached.length
                ? 'No email or text reaches them: phone them'
                : 'Everyone can be reached by email or text'
            }
            isQuiet
          />
        </div>
      ) : (
        <p role="status">{refused ? 'This event can no longer be called off.' : 'Checking who will be notified…'}</p>
      )}
      <Textarea
        mt="md"
        label="What they will read"
        description="Optional. They’ll be told it’s called off either way."
        value={words}
        onChange={(change) => setWords(change.currentTarget.value)}
        maxLength={MAX_WORDS}
        autosize
        minRows={2}
        maxRows={6}
      />
      <p className={classes.note}>
        <IconClockHour4 size={18} aria-hidden />
        The event stays in the calendar as “Called off”. No one can sign up, and no reminders are sent.
      </p>
      <FormError message={problem} />
      <div className={`row cluster ${sheet.foot}`}>
        <p>You can undo this for 20 seconds. Messages are sent after that.</p>
        <Button variant="default" h={44} onClick={onClose}>
          Keep it on
        </Button>
        <Button
          color="red"
          h={44}
          loading={busy}
          disabled={!preview}
          leftSection={<IconMail size={18} aria-hidden />}
          onClick={() => void callOff()}
        >
          {preview?.people ? `Call off and tell ${peopleText(preview.people)}` : 'Call off'}
        </Button>
      </div>
    </Modal>
  )
}

type PartProps = { people: readonly Affected[]; title: string; text: string; isQuiet?: boolean }

function Part({ people, title, text, isQuiet = false }: PartProps) {
  const [open, setOpen] = useState(false)
  if (!people.length && !isQuiet) return null
  return (
    <div className={classes.group}>
      <b className="num">{people.length}</b>
      <span>
        <strong>{title}</strong>
        <small>{isQuiet ? text : `${channelsText(people)}. ${text}`}</small>
        {open && <small className="wrap">{people.map(({ name }) => name).join(', ')}</small>}
      </span>
      {people.length > 0 && (
        <Button
          variant="subtle"
          h={44}
          px={10}
          aria-expanded={open}
          aria-label={`${open ? 'Hide' : 'See'} who is ${title}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide' : 'See who'}
        </Button>
      )}
    </div>
  )
}
