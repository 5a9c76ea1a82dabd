import { Anchor, Button, Group, Modal, Text } from '@mantine/core'
import { Link } from '@remix-run/react'
import { useState } from 'react'
import type { RosteredShift } from '#server/availability/rostered/contract.ts'
import { firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { FormError } from '../../ui/form-error.tsx'
import classes from './availability.module.css'

/** `name` is the marked person where an admin marks for somebody; null for oneself. */
type Props = { shifts: readonly RosteredShift[]; name: string | null; onClose: () => void }

/**
 * Says that somebody is on the roster on a day that was just marked as unavailable, and offers to tell the coordinator. A mark
 * takes nobody off a shift.
 */
export function RosteredDialog({ shifts, name, onClose }: Props) {
  const when = useDateFormats()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [notified, setNotified] = useState<number | null>(null)
  const tell = async () => {
    setBusy(true)
    const { ok, body } = await callApi('POST', '/api/availability/tell', { shifts: shifts.map(({ id }) => id) })
    setBusy(false)
    setProblem(ok ? undefined : (firstMessage(body, []) ?? 'Not sent. Please try again.'))
    if (ok) setNotified((body as { notified: number }).notified)
  }
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={name ? `${name} is on the roster that day` : 'You are on the roster that day'}
    >
      <ul className={classes.rostered}>
        {shifts.map((shift) => (
          <li key={shift.id}>
            <Anchor component={Link} to={name ? paths.eventShifts(shift.event) : paths.event(shift.event)} inherit>
              {shift.name}
            </Anchor>
            <span className="num">
              {[shift.duty, when.date(shift.start), when.range(shift.start, shift.end)].filter(Boolean).join(', ')}
            </span>
          </li>
        ))}
      </ul>
      <Text fz="sm" role="status">
        {notified === null
          ? `${name ? 'They stay' : 'You stay'} on ${shifts.length === 1 ? 'this shift' : 'these shifts'} until the roster changes.`
          : notified === 0
            ? 'There is nobody to write to: no coordinator has an email.'
            : notified === 1
              ? 'The coordinator gets a mail.'
              : `${notified} coordinators get a mail.`}
      </Text>
      <FormError message={problem} />
      <Group mt="md" justify="flex-end" gap="xs">
        <Button variant="default" h={44} onClick={onClose}>
          {name || notified !== null ? 'Close' : 'Not now'}
        </Button>
        {!name && notified === null && (
          <Button h={44} loading={busy} onClick={tell} data-autofocus>
            Tell the coordinator
          </Button>
        )}
      </Group>
    </Modal>
  )
}
