import { Alert } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { hostOf } from '#server/organisation/calendar-addresses/rules.ts'
import classes from './calendar.module.css'

/** Lists the other clubs' calendars that could not be read, and why. */
export function ExternalProblems({ problems }: { problems: { address: string; problem: string }[] }) {
  if (!problems.length) return null
  return (
    <Alert
      variant="light"
      color="gray"
      className={classes.notes}
      icon={<IconCloudOff size={18} aria-hidden />}
      py={8}
      role="status"
    >
      {problems.map(({ address, problem }) => (
        <div key={address}>
          {hostOf(address)}: {problem}
        </div>
      ))}
    </Alert>
  )
}
