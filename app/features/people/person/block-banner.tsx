import { Button } from '@mantine/core'
import { IconMailOff, IconMessageOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListRecord } from '#app/collections/list-view.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { useCall } from '#app/collections/use-call.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import type { Channel } from '#server/deliveries/contract.ts'
import type { AddressBlock } from '#server/people/blocked/block.ts'
import type { Unblocked } from '#server/people/blocked/contract.ts'
import { blocksOf, blockText, liftedText } from './block-text.ts'
import { CorrectEmail } from './correct-email.tsx'
import classes from './person.module.css'

type BannerProps = {
  person: ListRecord
  /** Whether the owner has confirmed the email, so that only they can change it; undefined while unknown. */
  confirmed?: boolean | undefined
}

export function BlockBanner({ person, confirmed }: BannerProps) {
  const { email, sms } = blocksOf(person)
  return (
    <>
      {email && <Banner person={person} channel="email" block={email} confirmed={confirmed} />}
      {sms && <Banner person={person} channel="sms" block={sms} confirmed={confirmed} />}
    </>
  )
}

function Banner({ person, channel, block, confirmed }: BannerProps & { channel: Channel; block: AddressBlock }) {
  const { date } = useDateFormats()
  const [correcting, setCorrecting] = useState(false)
  const { busy, problem, tryAgain } = useTryAgain(person)
  const name = String(person.name || person.email)
  const Glyph = channel === 'email' ? IconMailOff : IconMessageOff
  return (
    <section
      className={`row cluster ${classes.warning}`}
      data-tone="red"
      aria-label={channel === 'email' ? 'Email blocked' : 'SMS blocked'}
    >
      <Glyph size={20} aria-hidden />
      <p>
        <b>{block.words}</b>
        <span>{blockText(channel, block, name, block.since && date(block.since))}</span>
        {block.detail && <small>Their provider said: “{block.detail}”</small>}
      </p>
      {channel === 'email' && (
        <span className={`row cluster ${classes.ways}`}>
          <Button variant="default" h={44} onClick={() => setCorrecting(true)}>
            Correct the address
          </Button>
          {block.reason === 'bounced' && (
            <Button variant="default" h={44} loading={busy} onClick={tryAgain}>
              Try again
            </Button>
          )}
        </span>
      )}
      <FormError message={problem} />
      {correcting && <CorrectEmail person={person} confirmed={confirmed} onClose={() => setCorrecting(false)} />}
    </section>
  )
}

function useTryAgain(person: ListRecord) {
  const { call, busy, problem } = useCall<Unblocked>('PUT', `/api/people/${person.id}/unblock`)
  const { offer } = useUndo()
  const tryAgain = async () => {
    const { ok, body } = await call({ channel: 'email' })
    if (ok) offer(liftedText(String(person.email), body.queued))
  }
  return { busy, problem, tryAgain }
}
