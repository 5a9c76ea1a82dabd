import { IconShieldX } from '@tabler/icons-react'
import type { LackingPeople } from '#server/publishing/proof/contract.ts'
import classes from './lacking.module.css'
import { lackingText } from './lacking-text.ts'

const MOST_NAMES = 6

export function Lacking({ lacking }: { lacking: readonly LackingPeople[] }) {
  if (!lacking.length) return null
  return (
    <ul className={`stack ${classes.lacking}`} aria-label="Not qualified">
      {lacking.map((one) => (
        <li key={one.competency ?? ''}>
          <IconShieldX size={16} stroke={2.2} aria-hidden />
          <span>
            <b>{lackingText(one)}</b>
            <span className={classes.names}>
              {one.people
                .slice(0, MOST_NAMES)
                .map(({ name }) => name)
                .join(', ')}
              {one.people.length > MOST_NAMES && ` and ${one.people.length - MOST_NAMES} more`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
