import type { DayParts } from './date-format.ts'
import classes from './pieces.module.css'
import type { Tone } from './section-card.tsx'

export function DateTile({ parts, size, tone }: { parts: DayParts; size?: 'lg'; tone?: Tone }) {
  return (
    <time className={classes.tile} dateTime={parts.iso} data-size={size} data-tone={tone}>
      <span>{parts.weekday}</span>
      <b>{parts.day}</b>
      <span>{parts.month}</span>
    </time>
  )
}
