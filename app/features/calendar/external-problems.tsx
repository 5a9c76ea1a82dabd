import { Link } from '@remix-run/react'
import { IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { paths } from '#app/shell/paths.ts'
import { PlainAlert } from '#app/ui/plain/plain-alert.tsx'
import { hostOf } from '#server/organisation/calendar-addresses.pure.ts'
import classes from './calendar.module.css'

/**
 * Lists other clubs' calendars that could not be read, with the reason, until an admin dismisses it. Admins only: no
 * one else can fix them.
 */
export function ExternalProblems({ problems }: { problems: { address: string; problem: string }[] }) {
  const listed = problems.map(({ address, problem }) => `${address} ${problem}`).join('\n')
  const [seen, setSeen] = useSeen()
  if (!listed || listed === seen) return null
  return (
    <PlainAlert
      tone="gray"
      className={classes.notes}
      icon={<IconCloudOff size={18} aria-hidden />}
      role="status"
      closeLabel="Hide"
      onClose={() => setSeen(listed)}
    >
      {problems.map(({ address, problem }) => (
        <div key={address}>
          {hostOf(address)}: {problem}
        </div>
      ))}
      <Link className={classes.change} to={`${paths.organisation}#calendars`}>
        Change external calendars
      </Link>
    </PlainAlert>
  )
}

const SEEN = 'seen-calendar-problems'

/** Dismissed problems of this tab; only the browser knows them, so they are read after the first render. */
function useSeen(): [seen: string, setSeen: (seen: string) => void] {
  const [seen, setSeen] = useState('')
  useEffect(() => {
    try {
      setSeen(sessionStorage.getItem(SEEN) ?? '')
    } catch {
      // Without storage, they are shown again.
    }
  }, [])
  const keep = (listed: string) => {
    setSeen(listed)
    try {
      sessionStorage.setItem(SEEN, listed)
    } catch {}
  }
  return [seen, keep]
}
