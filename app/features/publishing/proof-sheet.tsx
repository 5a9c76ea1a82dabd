import { Button, Loader } from '@mantine/core'
import { IconClock, IconMail, IconMessage2, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { countText } from '#app/ui/count-text.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import type { Proof } from '#server/publishing/proof/contract.ts'
import { Lacking } from './lacking.tsx'
import type { ProofAsk } from './proof-ask.ts'
import { PublishWhen } from './publish-when.tsx'
import { ReadMail } from './read-mail.tsx'
import { peopleText, reachText } from './receipt-words.ts'
import classes from './sheet.module.css'
import { SheetFrame } from './sheet-frame.tsx'
import { Unreached } from './unreached.tsx'
import { useProof } from './use-proof.ts'
import { usePublishing } from './use-publishing.ts'

type Props = { ask: ProofAsk; onPublished: (proof: Proof) => void; onClose: () => void }

const titleOf = ({ shifts, people }: Proof) =>
  people ? `Publish ${countText(shifts, 'shift')}, tell ${peopleText(people)}` : `Publish ${countText(shifts, 'shift')}`

export function ProofSheet({ ask, onPublished, onClose }: Props) {
  const { proof, mail, person, setPerson, problem } = useProof(ask)
  const publishing = usePublishing(ask, { onPublished, onClose })
  const [at, setAt] = useState<string | null>(null)
  const people = proof?.people ?? 0
  const verb = at ? 'Schedule' : 'Publish'
  const deed = people ? `${verb} and tell ${peopleText(people)}` : `${verb} ${countText(proof?.shifts ?? 0, 'shift')}`
  return (
    <SheetFrame
      title={proof ? titleOf(proof) : 'Publish'}
      sub={[ask.about, 'nothing has been sent yet'].filter(Boolean).join(' · ')}
      list={
        proof ? (
          <ProofList proof={proof} person={person} onPerson={setPerson} />
        ) : problem ? (
          <FormError message={problem} />
        ) : (
          <p className={`row ${classes.waits}`} role="status">
            <Loader size="sm" aria-hidden /> Checking who would get what…
          </p>
        )
      }
      mail={
        proof && (
          <ReadMail mail={mail} people={proof.reached} first={proof.first} person={person} onPerson={setPerson} />
        )
      }
      foot={
        <>
          <PublishWhen at={at} error={publishing.refusedAt} onChange={setAt} />
          <div className={classes.deed}>
            <FormError message={publishing.problem} />
            <Button
              h={44}
              loading={publishing.busy}
              disabled={!proof}
              leftSection={at ? <IconClock size={18} aria-hidden /> : <IconSend size={18} aria-hidden />}
              onClick={() => proof && void publishing.publish(proof, at)}
            >
              {deed}
            </Button>
          </div>
        </>
      }
      onClose={onClose}
    />
  )
}

type ListProps = { proof: Proof; person: number | null; onPerson: (person: number) => void }

function ProofList({ proof, person, onPerson }: ListProps) {
  const { reached, unreached, people, unfit } = proof
  return (
    <>
      <Lacking lacking={unfit} />
      {unreached.length > 0 && (
        <section>
          <h3>
            Not reached{' '}
            <small>{peopleText(unreached.length)}: phone them, or publish and they will see it when they sign in</small>
          </h3>
          <ul>
            {unreached.map((one) => (
              <Unreached key={one.person} {...one} />
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>
          Get a message <small>{reachText(people, proof)}</small>
        </h3>
        {people === 0 && (
          <p className={classes.none}>
            Everyone on these shifts already knows about them. Members will see them in the calendar once they are
            published.
          </p>
        )}
        <ul>
          {reached.map(({ person: id, name, what, channels }) => (
            <li key={id}>
              <button
                type="button"
                className={classes.line}
                aria-current={id === person || undefined}
                onClick={() => onPerson(id)}
              >
                <Avatar name={name} size={28} />
                <What name={name} what={what} />
                <Channels channels={channels} />
              </button>
            </li>
          ))}
        </ul>
        {people > reached.length && reached.length > 0 && (
          <p className={classes.none}>and {peopleText(people - reached.length)} more</p>
        )}
      </section>
    </>
  )
}

const MOST_LINES = 3

export const What = ({ name, what }: { name: string; what: readonly string[] }) => (
  <span className={`wrap ${classes.who}`}>
    <b>{name || 'No name'}</b>
    {what.slice(0, MOST_LINES).map((line, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and are never reordered.
      <small key={n}>{line}</small>
    ))}
    {what.length > MOST_LINES && <small>and {what.length - MOST_LINES} more</small>}
  </span>
)

const CHANNEL_TEXT = { email: 'Email', sms: 'Text' } as const

const Channels = ({ channels }: { channels: readonly ('email' | 'sms')[] }) => (
  <span className={classes.by}>
    {channels.includes('email') && <IconMail size={15} aria-hidden />}
    {channels.includes('sms') && <IconMessage2 size={15} aria-hidden />}
    <span className="unseen-phone">
      {channels.map((channel, n) => (n ? CHANNEL_TEXT[channel].toLowerCase() : CHANNEL_TEXT[channel])).join(', ')}
    </span>
  </span>
)
