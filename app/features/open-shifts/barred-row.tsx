import {
  IconArrowsExchange,
  IconBan,
  IconBed,
  IconCalendarX,
  IconCertificate,
  IconCircleCheck,
  IconLock,
} from '@tabler/icons-react'
import { useDateFormats } from '#app/shell/use-root.ts'
import { OutsideMark } from '#app/ui/outside-mark.tsx'
import { PlainButtonLink } from '#app/ui/plain/plain-button.tsx'
import type { Icon } from '#app/ui/section-card.tsx'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { ObstacleCode } from '#server/suitability/contract.ts'
import type { OpenRow } from './open-row.tsx'
import classes from './open-shifts.module.css'
import { rowName } from './row-name.ts'

const ICONS: Partial<Record<ObstacleCode, Icon>> = {
  on_it: IconCircleCheck,
  clash: IconArrowsExchange,
  rest: IconBed,
  unqualified: IconCertificate,
  unavailable: IconCalendarX,
  declined: IconBan,
}

export function BarredRow({ row }: { row: OpenRow }) {
  const when = useDateFormats()
  const [first] = row.obstacles
  const Glyph = ICONS[first?.code ?? 'past'] ?? IconLock
  const ways = [...new Map(row.obstacles.flatMap(({ way }) => (way ? [[way.path, way] as const] : []))).values()]
  return (
    <li className={classes.barred}>
      <span className={classes.obstacle}>
        <Glyph size={20} stroke={1.8} aria-hidden />
      </span>
      <div className={`wrap ${classes.what}`}>
        <h3>
          {rowName(row)}{' '}
          <span className="num">
            {when.short(row.start)}, {when.range(row.start, row.end)}
          </span>
        </h3>
        <p>{[eventName(row.event_name), row.place_name].filter(Boolean).join(' · ')}</p>
        {row.outside && <OutsideMark />}
        {row.obstacles.map(({ code, words }) => (
          <p key={code} className={classes.reason}>
            {words}
          </p>
        ))}
      </div>
      {ways.length > 0 && (
        <div className={`row cluster ${classes.verb}`}>
          {ways.map(({ label, path }) => (
            <PlainButtonLink
              key={path}
              to={path}
              variant="default"
              h={44}
              px={16}
              aria-label={`${label}: ${rowName(row)}`}
            >
              {label}
            </PlainButtonLink>
          ))}
        </div>
      )}
    </li>
  )
}
