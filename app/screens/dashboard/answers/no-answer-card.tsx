import { IconBell, IconPhone } from '@tabler/icons-react'
import type { Silent } from '#server/answers/silent/queries.ts'
import { paths } from '../../../shell/paths.ts'
import { useDateFormats } from '../../../shell/use-root.ts'
import { Avatar } from '../../../ui/person-chip.tsx'
import { PhoneText } from '../../../ui/phone-text.tsx'
import { PlainLink } from '../../../ui/plain-link.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { roleText } from '../../answers/answer-words.ts'
import classes from './answers.module.css'

/** The first people to phone because they have not answered, and the way to all of them. */
export function NoAnswerCard({ silent: { count, events } }: { silent: Silent }) {
  const when = useDateFormats()
  return (
    <SectionCard title="No answer yet" icon={IconBell} accent="amber" count={count}>
      <Rows>
        {events.flatMap((event) =>
          event.shifts.map((shift) => (
            <Row
              key={shift.id}
              lead={<Avatar name={shift.name} size={36} />}
              title={shift.name}
              meta={
                <>
                  <div className="num">
                    {when.format(shift.start, 'ddd D MMM')}, {when.time(shift.start)} · {event.name}
                  </div>
                  <div>{roleText(shift)}</div>
                  {shift.phone ? (
                    <a href={`tel:${shift.phone}`} className={classes.other} aria-label={`Phone ${shift.name}`}>
                      <IconPhone size={16} aria-hidden /> <PhoneText number={shift.phone} />
                    </a>
                  ) : (
                    'No number'
                  )}
                </>
              }
            />
          )),
        )}
      </Rows>
      <div className={classes.all}>
        <PlainLink to={paths.noAnswer} className={classes.other}>
          {count > 2 ? `See all ${count}` : 'Record their answers'}
        </PlainLink>
      </div>
    </SectionCard>
  )
}
