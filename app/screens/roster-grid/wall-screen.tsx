import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { useSite, useWhen } from '../../shell/use-root.ts'
import { cellKey, cellsOf, isOpen } from './cells.ts'
import type { GridProps } from './grid-screen.tsx'
import classes from './wall.module.css'

const REFRESH_MS = 60_000

/** The roster on the club's wall: large, nothing to press, renewed every minute. Only what is published is shown. */
export function WallScreen({ grid, now }: GridProps) {
  const when = useWhen()
  const site = useSite()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(revalidate, REFRESH_MS)
    return () => clearInterval(timer)
  }, [revalidate])
  const published = { ...grid, places: grid.places.filter((place) => place.published) }
  const cells = cellsOf(published)
  // What is over is not looked for on a wall.
  const events = grid.events.filter(
    ({ id, end }) => Date.parse(end) > Date.parse(now) && published.places.some(({ event }) => event === id),
  )
  return (
    <div className={classes.wall}>
      <header>
        <h1>{site.name}</h1>
        <p className="num">
          {when.format(now, 'dddd D MMMM')}, {when.time(now)}
        </p>
      </header>
      {events.length === 0 && <p>Nothing is on in the next days.</p>}
      <div className={classes.events}>
        {events.map((event) => (
          <section key={event.id} aria-label={event.name || 'Untitled Event'}>
            <h2>
              <span className="num">
                {when.format(event.start, 'ddd D MMM')}, {when.range(event.start, event.end)}
              </span>
              {event.name || 'Untitled Event'}
            </h2>
            <dl>
              {grid.duties.map((duty) => {
                const places = cells.get(cellKey(event.id, duty.key))
                if (!places) return null
                const open = places.filter(isOpen).length
                return (
                  <div key={duty.key}>
                    <dt>{[duty.assignment_name, duty.role_name].filter(Boolean).join(', ') || 'No assignment'}</dt>
                    <dd>
                      {places.flatMap(({ name }) => name ?? []).join(', ')}
                      {open > 0 && <b> {open} open</b>}
                    </dd>
                  </div>
                )
              })}
            </dl>
          </section>
        ))}
      </div>
    </div>
  )
}
