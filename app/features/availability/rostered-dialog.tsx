import { Anchor, Button, Checkbox, Text } from '@mantine/core'
import { Link } from '@remix-run/react'
import { useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { OwnMark } from '#app/features/answers/own-mark.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats, useRoot } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import type { RosteredShift } from '#server/availability/rostered/contract.ts'
import sheet from '../../ui/sheet.module.css'
import classes from './availability.module.css'

/** `name`: the marked person where an admin marks for someone; null for the viewer. */
type Props = { shifts: readonly RosteredShift[]; name: string | null; onClose: () => void }

/**
 * Lists the shifts on days just marked as unavailable. The viewer is asked, once for all of them, whether to look for
 * cover or to notify the coordinators. A mark releases no one from a shift.
 */
export function RosteredDialog({ shifts, name, onClose }: Props) {
  const now = useRoot()?.now ?? ''
  const open = shifts.filter(({ start, seeks_cover }) => !seeks_cover && start > now)
  const [chosen, setChosen] = useState(() => new Set(open.map(({ id }) => id)))
  const calls = useCalls({ handled: [403, 404] })
  const [sent, setSent] = useState<'cover' | 'tell' | null>(null)
  const busy = calls.busy ? sent : null
  const [done, setDone] = useState<string | null>(null)
  const send = async (
    what: 'cover' | 'tell',
    method: string,
    path: string,
    input: object,
    said: (body: unknown) => string,
  ) => {
    setSent(what)
    const { ok, body } = await calls.call(method, path, input)
    if (ok) setDone(said(body))
  }
  const askForCover = () => {
    const list = [...chosen].map((id) => ({ id, answer: 'declined' }))
    const which = list.length === 1 ? 'this shift' : `${list.length} shifts`
    return send('cover', 'PUT', '/api/shifts/answers', list, () => `We’re looking for cover for ${which}. ${STAYS}`)
  }
  const notify = () =>
    send('tell', 'POST', '/api/availability/tell', { shifts: shifts.map(({ id }) => id) }, (body) =>
      notifiedText((body as { notified: number }).notified),
    )
  const choose = (id: number, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)))
  const asks = name === null && done === null
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      classNames={{ inner: sheet.inner, content: sheet.content }}
      title={name ? `${name} is on the roster that day` : ownTitle(shifts, open.length > 0)}
    >
      <ul className={`stack ${classes.rostered}`}>
        {shifts.map((shift) => (
          <li key={shift.id}>
            <RosteredRow
              shift={shift}
              own={name === null}
              isChosen={chosen.has(shift.id)}
              onChoose={
                asks && open.length > 1 && open.includes(shift) ? (isChosen) => choose(shift.id, isChosen) : null
              }
            />
          </li>
        ))}
      </ul>
      <Text fz="sm" role="status">
        {done ?? (name ? 'They stay on the roster until you change it.' : STAYS)}
      </Text>
      <FormError message={calls.problem} />
      <div className={`row cluster ${sheet.foot}`}>
        <Button variant="default" h={44} onClick={onClose}>
          {asks ? 'Keep my shifts' : 'Close'}
        </Button>
        {asks && (
          <Button variant="default" h={44} loading={busy === 'tell'} disabled={busy !== null} onClick={notify}>
            Tell the coordinator
          </Button>
        )}
        {asks && open.length > 0 && (
          <Button
            h={44}
            loading={busy === 'cover'}
            disabled={busy !== null || chosen.size === 0}
            onClick={askForCover}
            data-autofocus
          >
            Ask for cover
          </Button>
        )}
      </div>
    </Modal>
  )
}

function ownTitle(shifts: readonly RosteredShift[], asks: boolean): string {
  const [only, ...others] = shifts
  const what = only?.duty && !others.length ? `You are ${only.duty} that day` : 'You are on the roster that day'
  return asks ? `${what}. Ask for cover?` : what
}

const STAYS = 'Still yours until someone takes it.'

const notifiedText = (notified: number): string => {
  if (notified === 0) return 'There is no one to write to, because no coordinator has an email.'
  return notified === 1 ? 'The coordinator gets an email.' : `${notified} coordinators get an email.`
}

type RowProps = {
  shift: RosteredShift
  own: boolean
  isChosen: boolean
  /** Null without a choice. */
  onChoose: ((isChosen: boolean) => void) | null
}

function RosteredRow({ shift, own, isChosen, onChoose }: RowProps) {
  const when = useDateFormats()
  const facts = [shift.duty, when.short(shift.start), when.range(shift.start, shift.end)].filter(Boolean).join(', ')
  return (
    <>
      <Anchor component={Link} to={own ? paths.event(shift.event) : paths.eventShifts(shift.event)} inherit>
        {shift.name}
      </Anchor>
      <span className="num">{facts}</span>
      {shift.seeks_cover && <OwnMark answer="seeking_cover" />}
      {onChoose && (
        <Checkbox
          mt={4}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
          label="Ask for cover"
          aria-label={`Ask for cover for ${shift.name}, ${facts}`}
        />
      )}
    </>
  )
}
