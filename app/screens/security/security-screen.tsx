import type { SessionRow } from '#server/accounts/contract.ts'
import type { Factors } from '#server/accounts/factors/contract.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { FactorsSection } from './factors-section.tsx'
import classes from './security.module.css'
import { SessionsSection } from './sessions-section.tsx'

type Props = { sessions: readonly SessionRow[]; factors: Factors | null }

/** How the reader signs in, and where they are signed in now. While somebody acts as them, only the second. */
export function SecurityScreen({ sessions, factors }: Props) {
  return (
    <>
      <PageHead title="Sign-in and security" meta="How you sign in, and where you are signed in now." />
      <div className={classes.stack}>
        {factors && <FactorsSection factors={factors} />}
        <SessionsSection sessions={sessions} />
      </div>
    </>
  )
}
