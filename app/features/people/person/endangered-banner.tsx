import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ListRecord } from '#app/collections/list-view.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import type { EndangeredShifts } from '#server/people/page/contract.ts'
import { endangeredText, firstShiftText } from './endangered-text.ts'
import classes from './person.module.css'

export function EndangeredBanner({ person, papers }: { person: ListRecord; papers: readonly EndangeredShifts[] }) {
  const when = useDateFormats()
  const day = (date: string) => (date.length === 10 ? when.day(date) : when.date(date))
  return papers.map((paper) => (
    <div key={paper.competency} className={`row cluster ${classes.warning}`} role="note">
      <IconAlertTriangle size={20} aria-hidden />
      <p>
        <b>{endangeredText(paper, day)}</b>
        <span>{firstShiftText(paper, day)}</span>
      </p>
      <span className={`row cluster ${classes.ways}`}>
        <Button
          component={Link}
          to={`${paths.personRecords(person.id)}?add=${paper.competency}`}
          variant="default"
          h={44}
          aria-label={`Add the new record of ${paper.name}`}
        >
          Add the new record
        </Button>
        <Button
          component="a"
          href={`mailto:${person.email}?subject=${encodeURIComponent(paper.name)}&body=${encodeURIComponent(endangeredText(paper, day))}`}
          variant="default"
          h={44}
          aria-label={`Write an email to ${person.name || person.email} about ${paper.name}`}
        >
          Write an email
        </Button>
        <Link
          to={paper.shifts === 1 ? paths.eventShifts(paper.first_event) : `${paths.personShifts(person.id)}?ahead=all`}
        >
          {paper.shifts === 1 ? 'See the shift' : 'See the shifts'}
        </Link>
      </span>
    </div>
  ))
}
