import { Button } from '@mantine/core'
import { IconCircleCheck, IconPlayerPause, IconTrash } from '@tabler/icons-react'
import { formatInstant } from '../../ui/date-format.ts'
import type { Icon, Tone } from '../../ui/section-card.tsx'
import { Tag } from '../../ui/state-badge.tsx'
import classes from './console.module.css'
import { type Site, verb } from './site.ts'

const STATE: Record<Site['status'], [Tone, Icon, string]> = {
  active: ['green', IconCircleCheck, 'Active'],
  suspended: ['amber', IconPlayerPause, 'Suspended'],
  deleted: ['slate', IconTrash, 'Deleted'],
}

/** In UTC, since the sites of a server share no zone. */
const day = (instant: string) => formatInstant(instant, 'UTC', 'D MMM YYYY')

export function SiteRow({ site, onChange }: { site: Site; onChange: () => void }) {
  const [tone, icon, word] = STATE[site.status]
  return (
    <li>
      <div className={classes.name}>
        <strong>{site.name}</strong>
        {site.status === 'active' ? <a href={site.address}>{site.slug}</a> : <small>{site.slug}</small>}
      </div>
      <div className={classes.state}>
        <Tag tone={tone} icon={icon} quiet>
          {word}
        </Tag>
      </div>
      <div className={`${classes.fact} num`}>
        <span>People</span>
        {site.people}
      </div>
      <div className={`${classes.fact} num`}>
        <span>Created</span>
        {day(site.created_at)}
      </div>
      <div className={`${classes.fact} num`}>
        <span>Last activity</span>
        {site.last_activity ? day(site.last_activity) : 'None yet'}
      </div>
      <div className={classes.change}>
        {site.status !== 'deleted' && (
          <Button variant="default" h={40} onClick={onChange} aria-label={`${verb(site)} ${site.name}`}>
            {verb(site)}
          </Button>
        )}
      </div>
    </li>
  )
}
