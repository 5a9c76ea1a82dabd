import { Button, Radio, TextInput } from '@mantine/core'
import { useNavigate } from '@remix-run/react'
import { IconBolt, IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { useUndo } from '#app/collections/undo.tsx'
import { useCall } from '#app/collections/use-call.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats, useRoot, useSite } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import { isUrgent } from '#server/answers/rules.ts'
import { MAX_REASON } from '#server/shift-facts/answer-states/contract.ts'
import sheet from '../../ui/sheet.module.css'
import { ANSWER_MARKS } from './answer-mark.tsx'
import classes from './cant-come.module.css'
import {
  findCoverText,
  ladderText,
  swapsText,
  tellText,
  timeLeftText,
  urgentText,
  type Way,
  waysAt,
} from './cant-come-words.ts'
import { type Shown, shownOf } from './shown-shift.ts'
import { useAskedFirst, useFittingSwaps } from './use-asked-first.ts'

/** A shift of the viewer. `name` is their part in it; instants are ISO. */
export type DeclinedShift = { id: number; name: string; event_name: string } & Shown

type Props = {
  shift: DeclinedShift
  onClose: () => void
  /** @param released whether the shift was released immediately. */
  onDeclined?: (released: boolean) => void
}

const STAYS = 'Still yours until someone takes it.'

export function CantCome({ shift, onClose, onDeclined }: Props) {
  const when = useDateFormats()
  const site = useSite()
  const root = useRoot()
  const navigate = useNavigate()
  const [now] = useState(() => new Date(root?.now ?? Date.now()))
  const [way, setWay] = useState<Way>('cover')
  const [reason, setReason] = useState('')
  const { call, busy, problem } = useCall('PUT', `/api/shifts/${shift.id}/answer`, {
    handled: [403, 404, 409],
    reload: 'always',
  })
  const { offer } = useUndo()
  const name = shift.name || shift.event_name
  const start = new Date(shift.start)
  const urgent = isUrgent(start, now)
  const first = useAskedFirst(shift.id)
  const fitting = swapsText(useFittingSwaps(shift.id))
  const firstAt = first?.at ? `${when.short(first.at)} at ${when.time(first.at)}` : null
  const words = {
    cover: {
      label: 'Find cover for me',
      text: ladderText(start, now, { rungs: site.cover_rungs, first, at: firstAt }),
      verb: findCoverText(first),
    },
    somebody: {
      label: 'I’ve found someone',
      text: 'Choose a person who can do it. They need to say yes first.',
      verb: 'Choose a person',
    },
    swap: { label: 'Swap it', text: 'Swap it with someone else’s shift.', verb: 'Choose a shift' },
    tell: tellText(first?.coordinator ?? null),
    release: {
      label: 'Take me off now',
      text: 'The shift is open again straight away, and no longer yours.',
      verb: 'Take me off',
    },
  } satisfies Record<Way, { label: string; text: string; verb: string }>

  const send = async () => {
    if (way === 'somebody' || way === 'swap')
      return navigate(`${paths.newSwap(shift.id)}&kind=${way === 'swap' ? 'swap' : 'hand_over'}`)
    const { ok } = await call({
      answer: 'declined',
      reason,
      cover: way === 'cover',
      release: way === 'release',
      shown: shownOf(shift),
    })
    if (!ok) return
    if (way === 'release') offer(`${ANSWER_MARKS.released.member.word}: ${name}, ${when.short(shift.start)}.`)
    onDeclined?.(way === 'release')
    onClose()
  }
  return (
    <Modal
      opened
      centered
      size={560}
      classNames={{ inner: sheet.inner, content: sheet.content }}
      onClose={onClose}
      title={`You can’t come on ${when.format(shift.start, 'dddd D MMMM')}`}
    >
      <p className={classes.what}>
        {[shift.name, when.range(shift.start, shift.end), shift.event_name].filter(Boolean).join(', ')}
      </p>
      <p className={classes.left} data-urgent={urgent || undefined}>
        {urgent ? <IconBolt size={18} aria-hidden /> : <IconClock size={18} aria-hidden />}
        <span>
          <b>{timeLeftText(start, now)}</b> {urgent && `${urgentText(way)} `}
          {way !== 'release' && <b>{STAYS}</b>}
        </span>
      </p>
      <Radio.Group value={way} onChange={(to) => setWay(to as Way)} aria-label="What should happen">
        <div className={classes.ways}>
          {waysAt(start, now, site).map((one) => (
            <Radio
              key={one}
              value={one}
              label={
                one === 'swap' && fitting ? (
                  <>
                    {words.swap.label} <span className={classes.fits}>{fitting}</span>
                  </>
                ) : (
                  words[one].label
                )
              }
              description={words[one].text}
              classNames={{
                root: classes.way,
                body: classes.wayBody,
                labelWrapper: classes.wayWords,
                label: classes.wayLabel,
                description: classes.wayText,
              }}
            />
          ))}
        </div>
      </Radio.Group>
      {way !== 'somebody' && way !== 'swap' && (
        <TextInput
          mt="md"
          label="Reason (optional)"
          placeholder="Only coordinators see it"
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <FormError message={problem} />
      <div className={`row cluster ${sheet.foot}`}>
        <Button variant="default" h={44} onClick={onClose}>
          I can come
        </Button>
        <Button h={44} loading={busy} onClick={() => void send()}>
          {words[way].verb}
        </Button>
      </div>
    </Modal>
  )
}
