import { Button, Group } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconDownload, IconUsers } from '@tabler/icons-react'
import { DELIVERY_LOOKS, DeliveryTag } from '#app/features/deliveries/delivery-tag.tsx'
import { ResendButton } from '#app/features/deliveries/resend-button.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { SectionCard } from '#app/ui/section-card.tsx'
import { MESSAGE_STATES } from '#server/deliveries/contract.ts'
import type { Recipient, RecipientList } from '#server/messages/sending/contract.ts'
import { type MessageLine, RECIPIENTS_PAGE } from '#server/messages/sending/history-contract.ts'
import shared from '../message-rows.module.css'
import classes from './sent.module.css'

type RecipientsProps = {
  message: MessageLine
  recipients: RecipientList
  resendable: readonly number[]
  state: string
  offset: number
}

export function Recipients({
  message: { id, counts, lists_people },
  recipients,
  resendable,
  state,
  offset,
}: RecipientsProps) {
  const { count, order, results } = recipients
  const all = Object.values(counts).reduce<number>((sum, n) => sum + (n ?? 0), 0)
  if (!lists_people)
    return (
      <SectionCard title="People" icon={IconUsers} count={all}>
        <p className={classes.gone}>The list of people was deleted two years after sending.</p>
      </SectionCard>
    )
  const pageAt = (start: number) => paths.sentMessage(id, state, start)
  return (
    <SectionCard
      title="People"
      icon={IconUsers}
      count={all}
      action={
        <Button
          component="a"
          href={`/api/messages/${id}/recipients/export.csv${state ? `?state=${state}` : ''}`}
          variant="subtle"
          h={44}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          Export
        </Button>
      }
    >
      <nav className={classes.choices} aria-label="Filter people">
        <Link to={paths.sentMessage(id)} aria-current={state ? undefined : 'page'} preventScrollReset>
          All <span className="num">{all}</span>
        </Link>
        {MESSAGE_STATES.filter((one) => counts[one] || one === state).map((one) => (
          <Link
            key={one}
            to={paths.sentMessage(id, one)}
            aria-current={one === state ? 'page' : undefined}
            preventScrollReset
          >
            {DELIVERY_LOOKS[one].label} <span className="num">{counts[one] ?? 0}</span>
          </Link>
        ))}
      </nav>
      <ul className={`list ${classes.people}`}>
        {order.map((one) => {
          const row = results.recipients[one]
          return row && <RecipientRow key={one} row={row} canResend={resendable.includes(one)} />
        })}
      </ul>
      {count > RECIPIENTS_PAGE && (
        <Group component="nav" aria-label="Pages" justify="space-between" p="sm">
          <span className="num">
            {offset + 1}–{offset + order.length} of {count}
          </span>
          <Group gap="xs">
            {offset > 0 && (
              <Button
                component={Link}
                to={pageAt(offset - RECIPIENTS_PAGE)}
                variant="default"
                h={44}
                preventScrollReset
              >
                Previous
              </Button>
            )}
            {offset + order.length < count && (
              <Button
                component={Link}
                to={pageAt(offset + RECIPIENTS_PAGE)}
                variant="default"
                h={44}
                preventScrollReset
              >
                Next
              </Button>
            )}
          </Group>
        </Group>
      )}
    </SectionCard>
  )
}

const isBlocking = ({ state, reason }: Recipient) =>
  state === 'bounced' ||
  state === 'complained' ||
  (state === 'skipped' && (reason === 'blocked' || reason === 'stopped'))

function RecipientRow({ row, canResend }: { row: Recipient; canResend: boolean }) {
  const when = useDateFormats()
  return (
    <li>
      <div className={shared.text}>
        <Link to={paths.personEmails(row.person)}>{row.name || 'Unnamed'}</Link>
        {row.address && <p>{row.address}</p>}
      </div>
      <div className={classes.words}>
        <p>
          {row.words}
          {isBlocking(row) && (
            <>
              {' '}
              <Link to={paths.person(row.person)}>See why, and what to do</Link>
            </>
          )}
        </p>
        <p className="num">{when.dateTime(row.at)}</p>
      </div>
      <div className={classes.state}>
        <DeliveryTag state={row.state} />
        {canResend && <ResendButton delivery={row.id} what={row.name} />}
      </div>
    </li>
  )
}
