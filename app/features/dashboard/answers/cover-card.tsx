import { IconUserSearch } from '@tabler/icons-react'
import { AnswerMark } from '#app/features/answers/answer-mark.tsx'
import { askedText } from '#app/features/cover/asked-text.ts'
import { titleOf } from '#app/features/cover/board-words.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { countText } from '#app/ui/count-text.ts'
import { PlainLink } from '#app/ui/plain-link.tsx'
import { Row, Rows } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { CoverCard as Card } from '#server/cover/board/queries.ts'
import classes from './answers.module.css'

export function CoverCard({ cover: { stuck, searching, paused, unsought, gaps } }: { cover: Card }) {
  const when = useDateFormats()
  const count = stuck + searching + paused + unsought
  return (
    <SectionCard title="Cover" icon={IconUserSearch} count={count}>
      <Rows>
        {gaps.map((gap) => (
          <Row
            key={gap.id}
            to={paths.coverGap(gap.id)}
            title={titleOf(gap)}
            meta={
              <>
                <div className="num">
                  {gap.event_name}, {when.format(gap.start, 'ddd D MMM')}, {when.time(gap.start)}
                </div>
                <AnswerMark quiet state={gap.state} reader="coordinator" detail={askedText(gap)} />
              </>
            }
          />
        ))}
        {unsought > 0 && (
          <Row
            to={paths.cover}
            title={`${countText(unsought, 'shift seeks', 'shifts seek')} cover, and nobody is asked`}
            meta="Start asking under Cover"
          />
        )}
      </Rows>
      {count - unsought > gaps.length && (
        <div className={classes.all}>
          <PlainLink to={paths.cover} className={classes.other}>
            See all {count}
          </PlainLink>
        </div>
      )}
    </SectionCard>
  )
}
