import { Button } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { IconCircleCheckFilled, IconCircleDashed, IconCircleX, IconUserShield } from '@tabler/icons-react'
import { formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { formatInstant } from '#app/ui/date-format.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { Invitation } from '#server/operators/contract.ts'
import health from './health.module.css'

type Site = { slug: string; name: string }

const ARRIVED = ['sent', 'delivered']
const WAITS = ['queued', 'sending']

export function FirstAdmin({ site, invitation }: { site: Site; invitation: Invitation | null }) {
  const at = (instant: string) => `${formatInstant(instant, 'UTC', 'D MMM YYYY HH:mm')} UTC`
  return (
    <SectionCard title="First admin" icon={IconUserShield}>
      {invitation ? (
        <ul className={`list ${health.steps}`}>
          <Step
            name="Sent"
            done={ARRIVED.includes(invitation.state)}
            failed={![...ARRIVED, ...WAITS].includes(invitation.state)}
            text={`${invitation.words} ${at(invitation.at)}`}
          />
          <Step
            name="Opened"
            done={invitation.opened_at !== null}
            text={invitation.opened_at ? at(invitation.opened_at) : 'Not yet'}
          />
          <Step
            name="Accepted"
            done={invitation.accepted_at !== null}
            text={
              invitation.accepted_at
                ? at(invitation.accepted_at)
                : `Not yet. The link works until ${at(invitation.until)}`
            }
          />
        </ul>
      ) : (
        <p className={health.more}>No invitation was sent.</p>
      )}
      {!invitation?.accepted_at && (
        <div className={health.more}>
          <Resend site={site} />
        </div>
      )}
    </SectionCard>
  )
}

type StepProps = { name: string; done: boolean; failed?: boolean; text: string }

function Step({ name, done, failed = false, text }: StepProps) {
  const [Sign, word] = done
    ? [IconCircleCheckFilled, 'Done']
    : failed
      ? [IconCircleX, 'Failed']
      : [IconCircleDashed, 'Not yet']
  return (
    <li data-state={done ? 'done' : failed ? 'failed' : undefined}>
      <Sign size={20} role="img" aria-label={word} />
      <strong>{name}</strong>
      <span>{text}</span>
    </li>
  )
}

export function Resend({ site }: { site: Site }) {
  const fetcher = useFetcher<{ invited?: number }>()
  if (fetcher.data?.invited) return <span role="status">Invitation sent</span>
  return (
    <fetcher.Form method="post" action={paths.consoleState(site.slug, 'invite')}>
      <FormError message={formError(fetcher.data)} />
      <Button
        type="submit"
        variant="default"
        h={44}
        loading={fetcher.state !== 'idle'}
        aria-label={`Resend the invitation to ${site.name}`}
      >
        Resend
      </Button>
    </fetcher.Form>
  )
}
