import { IconBell, IconPhone, IconUserSearch } from '@tabler/icons-react'
import { AnswerMark } from '#app/features/answers/answer-mark.tsx'
import { roleText } from '#app/features/answers/answer-words.ts'
import { stands } from '#app/features/answers/given-answers.ts'
import { useAnswers } from '#app/features/answers/use-answers.ts'
import { UnfitMark } from '#app/features/suitability/unfit-mark.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { Avatar } from '#app/ui/person-chip.tsx'
import { PhoneText } from '#app/ui/phone-text.tsx'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import { PlainLink } from '#app/ui/plain-link.tsx'
import { Row, Rows } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { Silent, SilentEvent, SilentShift } from '#server/answers/silent/queries.ts'
import classes from './answers.module.css'

export function NoAnswerCard({ silent: { count, events } }: { silent: Silent }) {
  const when = useDateFormats()
  const { answers, seekCover } = useAnswers<{ id: number; shift: SilentShift; event: SilentEvent }>()
  const listed = events.flatMap((event) => event.shifts.map((shift) => ({ id: shift.id, shift, event })))
  const asked = [...answers.values()].filter(stands).map(({ shift }) => shift)
  const rows = [...new Map([...asked, ...listed].map((row) => [row.id, row])).values()].sort((a, b) =>
    a.shift.start.localeCompare(b.shift.start),
  )
  return (
    <SectionCard title="No answer yet" icon={IconBell} count={count}>
      <Rows>
        {rows.map((row) => {
          const { shift, event } = row
          const given = answers.get(row.id)
          return (
            <Row
              key={row.id}
              lead={<Avatar name={shift.name} size={36} />}
              title={shift.name}
              meta={
                <>
                  <div className="num">
                    {when.format(shift.start, 'ddd D MMM')}, {when.time(shift.start)} · {event.name}
                  </div>
                  <div>{roleText(shift)}</div>
                  <div className="cluster">
                    <UnfitMark unfit={shift.unfit} />
                    {shift.phone ? (
                      <a href={`tel:${shift.phone}`} className={classes.other} aria-label={`Phone ${shift.name}`}>
                        <IconPhone size={16} aria-hidden /> <PhoneText number={shift.phone} />
                      </a>
                    ) : (
                      'No number'
                    )}
                  </div>
                  <div>
                    {stands(given) ? (
                      <span role="status">
                        <AnswerMark quiet state="seeking_cover" reader="coordinator" />
                      </span>
                    ) : (
                      <PlainButton
                        variant="light"
                        h={44}
                        leftSection={<IconUserSearch size={18} aria-hidden />}
                        onClick={() => seekCover(row)}
                        aria-label={`Ask for cover: ${shift.name}, ${when.format(shift.start, 'ddd D MMM')}`}
                      >
                        Ask for cover
                      </PlainButton>
                    )}
                  </div>
                  {given?.state === 'refused' && (
                    <p role="alert" className={classes.refused}>
                      {given.message}
                    </p>
                  )}
                </>
              }
            />
          )
        })}
      </Rows>
      <div className={classes.all}>
        <PlainLink to={paths.noAnswer} className={classes.other}>
          {count > 2 ? `See all ${count}` : 'Record their answers'}
        </PlainLink>
      </div>
    </SectionCard>
  )
}
