import { IconCheck, IconHourglass, IconX } from '@tabler/icons-react'
import type { FullAssignment } from '#server/waiting/contract.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { PlainButton } from '../../ui/plain/plain-button.tsx'
import { Tag } from '../../ui/state-badge.tsx'
import classes from './waiting.module.css'

type Props = {
  one: Pick<FullAssignment, 'name' | 'place' | 'offered_start' | 'offered_end' | 'hold_until'>
  busy: boolean
  send: (method: string, path: string) => Promise<void>
}

/** A shift that is held for the reader, until when, and both answers. */
export function Held({ one, busy, send }: Props) {
  const when = useDateFormats()
  return (
    <>
      <Tag tone="amber" icon={IconHourglass}>
        Held for you until {when.format(one.hold_until!, 'ddd D MMM')}, {when.time(one.hold_until!)}
      </Tag>
      <p>
        <b>{one.name}</b>
        {one.offered_start && one.offered_end && `, ${when.range(one.offered_start, one.offered_end)}`}
      </p>
      <div className={classes.pair}>
        <PlainButton
          variant="light"
          h={44}
          disabled={busy}
          leftSection={<IconCheck size={18} aria-hidden />}
          onClick={() => send('PUT', `/api/waiting/${one.place}/accept`)}
          aria-label={`Take it: ${one.name}`}
        >
          Take it
        </PlainButton>
        <PlainButton
          variant="default"
          h={44}
          disabled={busy}
          leftSection={<IconX size={18} aria-hidden />}
          onClick={() => send('PUT', `/api/waiting/${one.place}/decline`)}
          aria-label={`Not this time: ${one.name}`}
        >
          Not this time
        </PlainButton>
      </div>
      <p className={classes.how}>A no offers it to the next person. You keep your place for other shifts.</p>
    </>
  )
}
