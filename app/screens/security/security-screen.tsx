import type { SessionRow } from '#server/accounts/contract.ts'
import { PageHead } from '../../ui/page-head.tsx'
import classes from './security.module.css'
import { SessionsSection } from './sessions-section.tsx'

/** How the reader signs in, and where they are signed in now. */
export function SecurityScreen({ sessions }: { sessions: readonly SessionRow[] }) {
  return (
    <>
      <PageHead title="Sign-in and security" meta="How you sign in, and where you are signed in now." />
      <div className={classes.stack}>
        <SessionsSection sessions={sessions} />
      </div>
    </>
  )
}
