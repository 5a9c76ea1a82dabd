import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Difference } from './differences.ts'
import classes from './panel.module.css'

type Props = {
  what: 'shift' | 'event'
  by: string | null
  differences: readonly Difference[]
  onKeep: () => void
  onTake: () => void
}

export function ConflictAlert({ what, by, differences, onKeep, onTake }: Props) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={`${by ?? 'Someone else'} changed this ${what}`}
    >
      {differences.length > 0 && (
        <ul className={classes.theirs} aria-label="What changed">
          {differences.map(({ label, from, to }) => (
            <li key={label}>
              {label}: <del>{from}</del> <ins>{to}</ins>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.choice}>
        <Button size="xs" variant="default" onClick={onKeep}>
          Keep mine
        </Button>
        <Button size="xs" variant="default" onClick={onTake}>
          Take theirs
        </Button>
      </div>
    </Alert>
  )
}
