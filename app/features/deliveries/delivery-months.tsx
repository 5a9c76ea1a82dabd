import type { ReactNode } from 'react'
import { useDateFormats } from '#app/shell/use-root.ts'
import classes from './deliveries.module.css'

export function DeliveryMonths<T extends { at: string }>({
  lines,
  children,
}: {
  lines: readonly T[]
  children: (line: T) => ReactNode
}) {
  const { format } = useDateFormats()
  const months: { month: string; lines: T[] }[] = []
  for (const line of lines) {
    const month = format(line.at, 'MMMM YYYY')
    const last = months.at(-1)
    if (last?.month === month) last.lines.push(line)
    else months.push({ month, lines: [line] })
  }
  return months.map(({ month, lines }) => (
    <section key={month} className={classes.month} aria-label={month}>
      <h2>{month}</h2>
      <ul className={`list ${classes.lines}`}>{lines.map(children)}</ul>
    </section>
  ))
}
