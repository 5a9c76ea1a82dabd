import { Link } from '@remix-run/react'
import { IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { paths } from '#app/shell/paths.ts'
import { PlainAlert } from '#app/ui/plain/plain-alert.tsx'
import { hostOf } from '#server/organisation/calendar-addresses.pure.ts'
import classes from './calendar.module.css'

/**
 * Lists the other clubs' calendars that could not be read, and why, until an admin has seen it: only admins get the problems, since
 * nobody else can mend them.
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

/** What was hidden in this tab; only the browser knows it, so it is read after the first render. */
function useSeen(): [seen: string, setSeen: (seen: string) => void] {
  const [seen, setSeen] = useState('')
  useEffect(() => {
    try {
      setSeen(sessionStorage.getItem(SEEN) ?? '')
    } catch {
      // A browser that keeps nothing shows them again.
    }
  }, [])
  const keep = (listed: string) => {
    setSeen(listed)
    try {
      sessionStorage.setItem(SEEN, listed)
    } catch {
      // As above.
    }
  }
  return [seen, keep]
}
