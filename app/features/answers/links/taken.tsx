import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { PlainButtonAnchor } from '#app/ui/plain/plain-button.tsx'
import type { LinkInstead } from '#server/shift-facts/link-contract.ts'
import type { LinkShift } from '../answer-words.ts'
import classes from './answer-screen.module.css'

type Props = {
  why: string
  shift: Pick<LinkShift, 'event' | 'start' | 'end'>
  instead: LinkInstead
}

/**
 * The shift is taken or needs no one: lists other shifts that this person could do. Taking those needs a sign-in, since
 * the link is for one shift.
 */
export function Taken({ why, shift, instead }: Props) {
  const when = useDateFormats()
  const facts = [when.short(shift.start), when.range(shift.start, shift.end), shift.event]
  return (
    <>
      <p className={classes.stays}>
        <span>
          {why}: {facts.filter(Boolean).join(', ')}. <b>You are not on it</b>, and don’t need to do anything.
        </span>
      </p>
      {instead.length > 0 && (
        <>
          <h2 className={classes.part}>
            {instead.length > 1 ? 'Other shifts that need someone' : 'Another shift that needs someone'}
          </h2>
          <ul className={`list ${classes.rows}`}>
            {instead.map(({ id, event, start, end, assignment }) => (
              <li key={id} className={classes.row}>
                <DateTile parts={when.parts(start)} />
                <div className={`wrap ${classes.what}`}>
                  <p className="num">
                    <b>{when.range(start, end)}</b>
                  </p>
                  {assignment && <p>{assignment}</p>}
                  <p className={classes.event}>{event}</p>
                </div>
              </li>
            ))}
          </ul>
          <PlainButtonAnchor variant="light" h={48} href={paths.openShifts}>
            Sign in to take one
          </PlainButtonAnchor>
        </>
      )}
    </>
  )
}
