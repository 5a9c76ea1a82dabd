import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useCalls } from '#app/collections/use-call.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { PlainLink } from '#app/ui/plain-link.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { WaitingPerson } from '#server/waiting/contract.ts'
import classes from './shift-answer.module.css'

type Props = {
  waiting: readonly WaitingPerson[]
  /** The shift to offer; null while it has a person. */
  shift: number | null
}

export function WaitingPeople({ waiting, shift }: Props) {
  const when = useDateFormats()
  const form = useCalls()
  return (
    <section className={`stack ${classes.answer}`} aria-label="Waiting list">
      <h3>Waiting list</h3>
      <FormError message={form.problem} />
      <ol className={`stack list ${classes.waiting}`}>
        {waiting.map((one) => (
          <li key={one.id}>
            <div>
              <PlainLink to={paths.person(one.person)}>{one.name}</PlainLink>
              <p className={classes.more}>since {when.date(one.since)}</p>
              {one.refused.some((offer) => offer.shift === shift) && (
                <p className={classes.more}>
                  {one.refused.find((offer) => offer.shift === shift)?.why === 'no'
                    ? 'Said “not this time” to this shift'
                    : 'Didn’t reply about this shift in time'}
                </p>
              )}
              {one.hold_until && (
                <Tag tone="amber" icon={IconHourglass} quiet>
                  {one.offered_shift !== shift && 'Another shift: '}
                  {one.exclusive ? 'On hold until' : 'Asked with others, until'} {when.shortTime(one.hold_until)}
                </Tag>
              )}
            </div>
            <div className={classes.offer}>
              {shift !== null && !one.hold_until && (
                <Button
                  variant="light"
                  mih={44}
                  disabled={form.busy}
                  onClick={() => form.call('PUT', `/api/waiting/${one.id}/offer`, { shift })}
                  aria-label={`Offer the shift to ${one.name}`}
                >
                  Offer
                </Button>
              )}
              <Button
                variant="subtle"
                mih={44}
                disabled={form.busy}
                onClick={() => form.call('DELETE', `/api/waiting/${one.id}`)}
                aria-label={`Remove ${one.name} from the waiting list`}
              >
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {shift === null && <p>You can offer it from here once a shift of this assignment is open.</p>}
    </section>
  )
}
