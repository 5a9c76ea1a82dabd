import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useDateFormats } from '#app/shell/use-root.ts'
import { Tag } from '#app/ui/state-badge.tsx'
import type { HeldCompetency } from '#server/people/page/contract.ts'
import classes from './person.module.css'

/** The expiring ones first and marked. @param limit how many to show. */
export function CompetencyTags({ held, limit = held.length }: { held: readonly HeldCompetency[]; limit?: number }) {
  const when = useDateFormats()
  const day = (date: string | null) => when.day(String(date))
  const shown = held.slice(0, limit)
  const valid = shown.filter(({ state }) => state === 'held').map(({ name }) => name)
  return (
    <span className={classes.competencies}>
      {shown.map(({ id, name, expires, state }) =>
        state === 'held' ? null : (
          <Tag key={id} tone={state === 'ended' ? 'red' : 'amber'} icon={state === 'ended' ? IconX : IconAlertTriangle}>
            {name}, <span className="unseen">{state === 'ended' ? 'ended ' : 'ends '}</span>
            <span className="num">{day(expires)}</span>
          </Tag>
        ),
      )}
      {valid.length > 0 && <span>{valid.join(', ')}</span>}
      {held.length > limit && <span className="num">+{held.length - limit}</span>}
    </span>
  )
}
