import classes from './swaps.module.css'

type Member = { name: string; initials: string; isMe: boolean; said: boolean }

const SIZE = 168
const RADIUS = 62
const FACE = 22

/** Angle of the member with this number, the first at the top, clockwise. */
const angleOf = (at: number, of: number) => -Math.PI / 2 + (2 * Math.PI * at) / of
const pointAt = (angle: number) => ({
  x: SIZE / 2 + RADIUS * Math.cos(angle),
  y: SIZE / 2 + RADIUS * Math.sin(angle),
})

/**
 * Draws the circle: an arrow from each person to the receiver of their shift, dashed until they agree. The list beside
 * it has the same content.
 */
export function CircleDrawing({ members }: { members: readonly Member[] }) {
  const gap = (FACE + 5) / RADIUS
  return (
    <svg className={classes.drawing} viewBox={`0 0 ${SIZE} ${SIZE}`} width={SIZE} height={SIZE} aria-hidden>
      <defs>
        <marker id="swap-arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0 8 4 0 8z" fill="var(--mantine-color-anchor)" />
        </marker>
      </defs>
      {members.map(({ name, said }, at) => {
        const from = pointAt(angleOf(at, members.length) + gap)
        const to = pointAt(angleOf(at + 1, members.length) - gap)
        return (
          <path
            key={name}
            d={`M${from.x} ${from.y} A${RADIUS} ${RADIUS} 0 0 1 ${to.x} ${to.y}`}
            className={classes.arrow}
            data-open={!said || undefined}
            markerEnd="url(#swap-arrow)"
          />
        )
      })}
      {members.map(({ name, initials, isMe, said }, at) => {
        const { x, y } = pointAt(angleOf(at, members.length))
        return (
          <g key={name} className={classes.face} data-me={isMe || undefined} data-said={said || undefined}>
            <circle cx={x} cy={y} r={FACE} />
            <text x={x} y={y} dy="0.35em" textAnchor="middle">
              {initials}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
