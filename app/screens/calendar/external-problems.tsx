import { Alert, Anchor } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { Link } from '@remix-run/react'
import { IconCloudOff } from '@tabler/icons-react'
import { hostOf } from '#server/organisation/calendar-addresses/rules.ts'
import { paths } from '../../shell/paths.ts'
import classes from './calendar.module.css'

/**
 * Lists the other clubs' calendars that could not be read, and why, until an admin has seen it: only admins get the problems, since
 * nobody else can mend them.
 */
export function ExternalProblems({ problems }: { problems: { address: string; problem: string }[] }) {
  const listed = problems.map(({ address, problem }) => `${address} ${problem}`).join('\n')
  const [seen, setSeen] = useSessionStorage({ key: 'seen-calendar-problems', defaultValue: '' })
  if (!listed || listed === seen) return null
  return (
    <Alert
      variant="light"
      color="gray"
      className={classes.notes}
      icon={<IconCloudOff size={18} aria-hidden />}
      py={8}
      role="status"
      withCloseButton
      closeButtonLabel="Hide"
      onClose={() => setSeen(listed)}
    >
      {problems.map(({ address, problem }) => (
        <div key={address}>
          {hostOf(address)}: {problem}
        </div>
      ))}
      <Anchor component={Link} to={`${paths.organisation}#calendars`} fz="sm">
        Change external calendars
      </Anchor>
    </Alert>
  )
}
