import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { ListedAnswer } from '#app/features/answers/listed-answer.tsx'
import { UnfitMark } from '#app/features/suitability/unfit-mark.tsx'
import { paths } from '#app/shell/paths.ts'
import { useSite } from '#app/shell/use-root.ts'
import { PersonChip } from '#app/ui/person-chip.tsx'
import { PhoneText } from '#app/ui/phone-text.tsx'
import type { RosterShift } from '#server/shifts/roster.ts'
import classes from './event.module.css'

type Props = { shift: SerializeFrom<RosterShift>; me: boolean; admin: boolean; now: string }

/** Someone on a shift; a coordinator also reads their answer and number. */
export function CrewChip({ shift, me, admin, now }: Props) {
  const site = useSite()
  const name = shift.person_name ?? ''
  const phone = shift.person_phone
  return (
    <PersonChip
      name={name}
      me={me}
      src={shift.person_avatar ? paths.media(site.mediaRoot, shift.person_avatar) : null}
      {...(admin && {
        title: (
          <Link to={paths.person(shift.person!)} className={classes.crew}>
            {name}
          </Link>
        ),
        note: (
          <>
            {phone && (
              <a href={`tel:${phone}`} className={classes.crew}>
                <span className="unseen">Phone {name}, </span>
                <PhoneText number={phone} />
              </a>
            )}{' '}
            <ListedAnswer {...shift} begun={shift.start <= now} /> <UnfitMark unfit={shift.unfit} />
          </>
        ),
      })}
    />
  )
}
