import { Button, Loader } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconPhone } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { Receipt, ReceiptPerson } from '#server/publishing/receipt/contract.ts'
import { What } from './proof-sheet.tsx'
import { ReadMail } from './read-mail.tsx'
import { figuresOf, peopleText, RECEIPT_WORDS, reachText, segmentsOf } from './receipt-words.ts'
import classes from './sheet.module.css'
import { SheetFrame } from './sheet-frame.tsx'
import { Unreached } from './unreached.tsx'
import { useReceipt } from './use-receipt.ts'

type Props = { event: number; about: string; onClose: () => void }

export function ReceiptSheet({ event, about, onClose }: Props) {
  const when = useDateFormats()
  const { receipt, person, setPerson, problem } = useReceipt(event)
  const reached = receipt?.people.filter(({ channels }) => channels.length > 0) ?? []
  const longest = Math.max(...reached.map(({ name }) => name.length))
  const sentAt = receipt?.mail?.person === person ? receipt?.mail?.sent_at : null
  return (
    <SheetFrame
      title={titleOf(receipt)}
      sub={[about, receipt && publishedText(receipt, when.ago), receipt?.published && 'updates as replies come in']
        .filter(Boolean)
        .join(' · ')}
      figures={receipt && receipt.people.length > 0 && <Figures people={receipt.people} />}
      list={
        receipt ? (
          <ReceiptList receipt={receipt} person={person} onPerson={setPerson} />
        ) : problem ? (
          <FormError message={problem} />
        ) : (
          <p className={`row ${classes.waits}`} role="status">
            <Loader size="sm" aria-hidden /> Checking who got it…
          </p>
        )
      }
      mail={
        receipt && (
          <ReadMail
            mail={receipt.mail}
            people={reached}
            first={reached.find(({ name }) => name.length === longest)?.person ?? null}
            person={person}
            onPerson={setPerson}
            sent={receipt.mail?.messages.length ? (sentAt ? `as sent ${when.ago(sentAt)}` : 'not sent yet') : undefined}
          />
        )
      }
      foot={
        <>
          <p className={classes.say}>
            {receipt?.asked_at && `We’ll ask about shifts further ahead from ${when.shortTime(receipt.asked_at)}. `}
            {receipt?.asked_again_at &&
              `Anyone who hasn’t replied by ${when.shortTime(receipt.asked_again_at)} is asked once more.`}
          </p>
          <Button
            component={Link}
            to={paths.toDoKind('silent')}
            variant="default"
            h={44}
            leftSection={<IconPhone size={16} aria-hidden />}
            onClick={onClose}
          >
            Phone list
          </Button>
          <Button variant="default" h={44} onClick={onClose}>
            Close
          </Button>
        </>
      }
      onClose={onClose}
    />
  )
}

function titleOf(receipt: Receipt | null): string {
  if (!receipt) return 'Who got it'
  if (!receipt.published) return 'Nothing is published'
  return receipt.notified ? `Published, ${peopleText(receipt.notified)} notified` : 'Published'
}

const publishedText = ({ published }: Receipt, ago: (instant: string) => string): string | null =>
  published &&
  [ago(published.at), published.by_me ? 'by you' : published.by && `by ${published.by}`].filter(Boolean).join(', ')

const Figures = ({ people }: { people: readonly ReceiptPerson[] }) => (
  <div className={classes.figures}>
    <ul>
      {figuresOf(people).map(({ key, tone, icon: Glyph, word, count }) => (
        <li key={key} data-tone={tone}>
          <b className="num">{count}</b>{' '}
          <span>
            <Glyph size={14} aria-hidden />
            {word}
          </span>
        </li>
      ))}
    </ul>
    <div className={classes.bar} aria-hidden>
      {segmentsOf(people).map((key, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity.
        <i key={n} data-key={key} />
      ))}
    </div>
  </div>
)

type ListProps = { receipt: Receipt; person: number | null; onPerson: (person: number) => void }

function ReceiptList({ receipt, person, onPerson }: ListProps) {
  const { people, notified, published } = receipt
  const needy = people.filter(({ state }) => state === 'not_reached')
  const others = people.filter(({ state }) => state !== 'not_reached')
  if (!people.length)
    return (
      <p className={classes.none}>
        {published
          ? 'No one is on the published shifts yet.'
          : 'No shift of this event is published, so nothing has been sent to anyone.'}
      </p>
    )
  return (
    <>
      {needy.length > 0 && (
        <section>
          <h3>
            Needs you <small>{peopleText(needy.length)}</small>
          </h3>
          <ul>
            {needy.map((one) => (
              <Unreached key={one.person} {...one} />
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section>
          <h3>
            {notified ? 'Messages' : 'No message was needed'}{' '}
            <small>{notified > 0 && reachText(notified, receipt)}</small>
          </h3>
          <ul>
            {others.map((one) => (
              <Line key={one.person} {...one} isShown={one.person === person} onPerson={onPerson} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Line({
  person,
  name,
  what,
  state,
  at,
  channels,
  isShown,
  onPerson,
}: ReceiptPerson & { isShown: boolean; onPerson: (person: number) => void }) {
  const when = useDateFormats()
  const { tone, icon, word } = RECEIPT_WORDS[state]
  const content = (
    <>
      <Avatar name={name} size={28} />
      <What name={name} what={what} />
      <span className={classes.state}>
        <Tag tone={tone} icon={icon} quiet>
          {word}
        </Tag>
        {at && <time dateTime={at}>{when.ago(at)}</time>}
      </span>
    </>
  )
  return (
    <li>
      {channels.length ? (
        <button
          type="button"
          className={classes.line}
          aria-current={isShown || undefined}
          onClick={() => onPerson(person)}
        >
          {content}
        </button>
      ) : (
        <div className={classes.line}>{content}</div>
      )}
    </li>
  )
}
