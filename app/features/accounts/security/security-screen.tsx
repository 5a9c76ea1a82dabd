import { IconShieldLock } from '@tabler/icons-react'
import { PageHead } from '#app/ui/page-head.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { SessionRow } from '#server/accounts/contract.ts'
import type { Factors } from '#server/accounts/factors-contract.ts'
import { FactorsSection } from './factors-section.tsx'
import classes from './security.module.css'
import { SessionsSection } from './sessions-section.tsx'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'

type Props = { sessions: readonly SessionRow[]; factors: Factors | null; unconfirmed: string | null }

export function SecurityScreen({ sessions, factors, unconfirmed }: Props) {
  return (
    <>
      <PageHead title="Sign-in and security" meta="How you sign in, and where you are signed in now." />
      <div className={classes.stack}>
        {factors && <FactorsSection factors={factors} />}
        {unconfirmed && (
          <SectionCard
            title="How you sign in"
            icon={IconShieldLock}
            hint="Confirm your email first. Then you can add a passkey or an authenticator app."
          >
            <UnconfirmedEmail email={unconfirmed} />
          </SectionCard>
        )}
        <SessionsSection sessions={sessions} />
      </div>
    </>
  )
}
