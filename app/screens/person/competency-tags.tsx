import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import type { Held } from '#server/people/page/contract.ts'
import { useWhen } from '../../shell/use-root.ts'
import { Tag } from '../../ui/state-badge.tsx'
import classes from './person.module.css'

/** What somebody may do, with what runs out first and marked. @param most how many are named. */
export function CompetencyTags({ held, most = held.length }: { held: readonly Held[]; most?: number }) {
  const { format } = useWhen()
  const day = (date: string | null) => format(`${date}T12:00:00Z`, 'D MMM YYYY')
  const shown = held.slice(0, most)
  const plain = shown.filter(({ state }) => state === 'held').map(({ name }) => name)
  return (
    <span className={classes.held}>
      {shown.map(({ id, name, expires, state }) =>
        state === 'held' ? null : (
          <Tag key={id} tone={state === 'ended' ? 'red' : 'amber'} icon={state === 'ended' ? IconX : IconAlertTriangle}>
            {name}, <VisuallyHidden component="span">{state === 'ended' ? 'ended ' : 'ends '}</VisuallyHidden>
            <span className="num">{day(expires)}</span>
          </Tag>
        ),
      )}
      {plain.length > 0 && <span>{plain.join(', ')}</span>}
      {held.length > most && <span className="num">+{held.length - most}</span>}
    </span>
  )
}
