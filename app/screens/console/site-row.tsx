import { Button } from '@mantine/core'
import { IconCircleCheck, IconPlayerPause, IconTrash } from '@tabler/icons-react'
import { formatInstant } from '../../ui/date-format.ts'
import type { Icon, Tone } from '../../ui/section-card.tsx'
import { Tag } from '../../ui/state-badge.tsx'
import classes from './console.module.css'
import { changeLabel, type Site } from './site.ts'

const STATUS_TAGS: Record<Site['status'], [Tone, Icon, string]> = {
  active: ['green', IconCircleCheck, 'Active'],
  suspended: ['amber', IconPlayerPause, 'Suspended'],
  deleted: ['slate', IconTrash, 'Deleted'],
}

/** In UTC, since the sites of a server share no time zone. */
const utcDay = (instant: string) => formatInstant(instant, 'UTC', 'D MMM YYYY')

export function SiteRow({ site, onChange }: { site: Site; onChange: () => void }) {
  const [tone, icon, label] = STATUS_TAGS[site.status]
  return (
    <li>
      <div className={classes.name}>
        <strong>{site.name}</strong>
        {site.status === 'active' ? <a href={site.address}>{site.slug}</a> : <small>{site.slug}</small>}
      </div>
      <div className={classes.state}>
        <Tag tone={tone} icon={icon} quiet>
          {label}
        </Tag>
      </div>
      <div className={`${classes.fact} num`}>
        <span>People</span>
        {site.people}
      </div>
      <div className={`${classes.fact} num`}>
        <span>Created</span>
        {utcDay(site.created_at)}
      </div>
      <div className={`${classes.fact} num`}>
        <span>Last activity</span>
        {site.last_activity ? utcDay(site.last_activity) : 'None yet'}
      </div>
      <div className={classes.change}>
        {site.status !== 'deleted' && (
          <Button variant="default" h={40} onClick={onChange} aria-label={`${changeLabel(site)} ${site.name}`}>
            {changeLabel(site)}
          </Button>
        )}
      </div>
    </li>
  )
}
