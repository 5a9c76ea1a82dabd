import { meterOf, type Need } from '#server/events/decide/rules.ts'
import classes from './decide.module.css'

const MAX_SEGMENTS = 24

/** Filled, still needed, and open beyond that. The text beside it has the same content. */
export function Meter({ need, all }: { need: Need; all: number }) {
  const { filled, needed, extra } = meterOf(need, all)
  const kinds = [
    ...Array.from({ length: filled }, () => 'filled'),
    ...Array.from({ length: needed }, () => 'needed'),
    ...Array.from({ length: extra }, () => 'extra'),
  ].slice(0, MAX_SEGMENTS)
  return (
    <span className={`cluster ${classes.meter}`} aria-hidden="true">
      {kinds.map((kind, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the segments have no identity.
        <span key={i} data-kind={kind} />
      ))}
    </span>
  )
}
