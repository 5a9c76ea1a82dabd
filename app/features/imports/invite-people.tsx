import { Button } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useInvite } from '#app/features/people/person/use-invite.ts'
import { countText } from '#app/ui/count-text.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { MAX_INVITED } from '#server/accounts/invitations/rules.ts'
import classes from './result.module.css'

/** Ids of an import's new people who never signed in: not yet invited, and the others. */
export type Invitable = { first: readonly number[]; again: readonly number[] }

export function InvitePeople({ first, again }: Invitable) {
  const { busy, done, problem, send } = useInvite()
  const people = first.length ? first : again
  const now = people.slice(0, MAX_INVITED)
  if (!people.length && !done) return null
  const who = now.length === 1 ? 'this person' : `these ${countText(now.length, 'person', 'people')}`
  return (
    <SectionCard title="Not signed in yet" icon={IconMailForward}>
      <div className={`row cluster between ${classes.next}`}>
        <p>
          An invitation is an email with a link to set a password and sign in.
          {now.length < people.length &&
            ` You can invite at most ${countText(MAX_INVITED, 'person', 'people')} at a time.`}
        </p>
        {now.length > 0 && (
          <Button
            h={44}
            variant={first.length ? 'filled' : 'default'}
            leftSection={<IconMailForward size={16} aria-hidden />}
            loading={busy}
            onClick={() => send(now)}
          >
            {first.length ? `Invite ${who}` : `Send again to ${who}`}
          </Button>
        )}
        <span role="status">{done}</span>
        <FormError message={problem} />
      </div>
    </SectionCard>
  )
}
