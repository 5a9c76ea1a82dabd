import { Button, Checkbox } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { useFetcher } from '@remix-run/react'
import {
  IconAlertTriangle,
  IconBan,
  IconCalendarOff,
  IconCalendarX,
  IconCheck,
  IconCircleCheck,
  IconCircleHalf2,
  IconHourglass,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useUndo } from '#app/collections/undo.tsx'
import { formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import type { Icon, Tone } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { SeriesEvent, SeriesPage } from '#server/requests/sign-up/queries.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { canAsk, isFree, type OwnState, ownState } from './own-part.ts'
import classes from './sheet.module.css'

const STATES: Record<OwnState, { tone: Tone; icon: Icon; text: (clash: string | null) => string }> = {
  'called-off': { tone: 'slate', icon: IconCalendarOff, text: () => 'Called off' },
  on: { tone: 'slate', icon: IconCircleCheck, text: () => 'You’re on' },
  requested: { tone: 'amber', icon: IconHourglass, text: () => 'Requested' },
  declined: { tone: 'slate', icon: IconBan, text: () => 'Declined' },
  clash: { tone: 'red', icon: IconAlertTriangle, text: (clash) => `You’re on ${eventName(clash)} then` },
  unavailable: { tone: 'red', icon: IconCalendarX, text: () => 'You’re unavailable that day' },
  'if-required': { tone: 'amber', icon: IconCircleHalf2, text: () => 'Only if required' },
  free: { tone: 'green', icon: IconCheck, text: () => 'You are free' },
}

const eventsText = (count: number) => (count === 1 ? '1 event' : `${count} events`)

type Props = { series: SerializeFrom<SeriesPage>; onClose: () => void }

export function SignUpSheet({ series, onClose }: Props) {
  const events = series.events.filter(({ over }) => !over)
  const [ticked, setTicked] = useState(() => events.filter(canAsk).map(({ id }) => id))
  const { submit, state, data } = useFetcher<{ created?: number[] }>()
  const { offer } = useUndo()
  const sent = useRef(false)
  const name = series.name || 'Untitled Series'
  const created = state === 'idle' && sent.current ? data?.created : undefined
  useEffect(() => {
    if (!created) return
    sent.current = false
    offer(
      `You asked for ${eventsText(created.length)} of ${name}.`,
      created.length ? { path: '/api/requests/withdraw', body: { requests: created } } : undefined,
    )
    onClose()
  }, [created, name, offer, onClose])
  const send = () => {
    sent.current = true
    const form = new FormData()
    for (const id of ticked) form.append('events', String(id))
    submit(form, { method: 'post', action: paths.seriesSignUp(series.id) })
  }
  const free = events.filter(isFree).map(({ id }) => id)
  return (
    <Modal opened onClose={onClose} title={`Sign up to ${name}`} size="lg" centered>
      <div className={classes.bar}>
        <span className="num" role="status">
          {ticked.length} of {events.length} ticked
        </span>
        <Button variant="subtle" h={44} onClick={() => setTicked(free)}>
          Tick the days I’m free
        </Button>
      </div>
      <ul className={classes.dates}>
        {events.map((event) => (
          <DateRow
            key={event.id}
            event={event}
            checked={ticked.includes(event.id)}
            onChange={(checked) =>
              setTicked((ids) => (checked ? [...ids, event.id] : ids.filter((id) => id !== event.id)))
            }
          />
        ))}
      </ul>
      <FormError message={state === 'idle' ? formError(data) : undefined} />
      <div className={classes.foot}>
        <span>You can withdraw here or on the series page.</span>
        <Button
          h={44}
          leftSection={<IconCheck size={18} aria-hidden />}
          disabled={ticked.length === 0}
          loading={state !== 'idle'}
          onClick={send}
        >
          Ask for {eventsText(ticked.length)}
        </Button>
      </div>
    </Modal>
  )
}

type RowProps = { event: SerializeFrom<SeriesEvent>; checked: boolean; onChange: (checked: boolean) => void }

function DateRow({ event, checked, onChange }: RowProps) {
  const when = useDateFormats()
  const { tone, icon, text } = STATES[ownState(event)]
  const words = text(event.clash)
  return (
    <li>
      <Checkbox
        checked={checked}
        disabled={!canAsk(event)}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        aria-label={`${eventName(event.name)}, ${when.short(event.start)}, ${words}`}
        label={
          <span className={classes.date}>
            <span className="num">
              {when.format(event.start, 'ddd')}
              <b>{when.format(event.start, 'D MMM')}</b>
            </span>
            <span>
              <b>{eventName(event.name)}</b>
              <small className="num">{when.range(event.start, event.end)}</small>
            </span>
            <Tag tone={tone} icon={icon} quiet>
              {words}
            </Tag>
          </span>
        }
      />
    </li>
  )
}
