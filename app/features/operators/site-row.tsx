import { Link } from '@remix-run/react'
import { IconArrowRight, IconCircleCheck, IconPlayerPause, IconTrash } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import type { Icon, Tone } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import { ageText } from '#server/operators/verdicts.pure.ts'
import classes from './console.module.css'
import type { Site } from './site.ts'

const STATUS_TAGS: Record<Site['status'], [Tone, Icon, string]> = {
  active: ['green', IconCircleCheck, 'Active'],
  suspended: ['amber', IconPlayerPause, 'Suspended'],
  deleted: ['slate', IconTrash, 'Deleted'],
  moved: ['slate', IconArrowRight, 'Moved'],
}

export function StatusTag({ status }: Pick<Site, 'status'>) {
  const [tone, icon, label] = STATUS_TAGS[status]
  return (
    <Tag tone={tone} icon={icon} quiet>
      {label}
    </Tag>
  )
}

/** A site of the table. @param now ISO. */
export const SiteRow = ({ site, now }: { site: Site; now: string }) => (
  <li>
    <div className={classes.name}>
      <Link to={paths.consoleSite(site.slug)}>{site.name}</Link>
      <small>{site.host}</small>
    </div>
    <div className={classes.state}>
      <StatusTag status={site.status} />
    </div>
    <div className={`${classes.fact} num`}>
      <span>People</span>
      {site.people}
    </div>
    <div className={`${classes.fact} num`}>
      <span>Shifts, 7 days</span>
      {site.shifts}
      {site.open_shifts > 0 && <small> {site.open_shifts} open</small>}
    </div>
    <div className={`${classes.fact} num`}>
      <span>Messages, 7 days</span>
      {site.sent}
    </div>
    <div className={`${classes.fact} num`}>
      <span>Last activity</span>
      {site.last_activity ? `${ageText(site.last_activity, now)} ago` : 'None yet'}
    </div>
  </li>
)
