import { Link } from '@remix-run/react'
import { IconChevronRight, IconShieldX } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { countText } from '#app/ui/count-text.ts'
import type { UnfitCounts } from '#server/suitability/missing/queries.ts'
import classes from './dashboard.module.css'

export function UnfitLine({ people, shifts, inactive, inactive_shifts }: UnfitCounts) {
  const words = [
    people > 0 &&
      `${countText(people, 'person is', 'people are')} not qualified for ${countText(shifts, 'coming shift')}.`,
    inactive > 0 &&
      `${countText(inactive, 'person who is', 'people who are')} not active still ${inactive === 1 ? 'has' : 'have'} ${countText(inactive_shifts, 'coming shift')}.`,
  ].filter(Boolean)
  if (!words.length) return null
  return (
    <Link className={`row ${classes.unfitLine}`} to={paths.notQualified}>
      <IconShieldX size={18} aria-hidden />
      <span className="num">{words.join(' ')}</span>
      <IconChevronRight size={18} aria-hidden />
    </Link>
  )
}
