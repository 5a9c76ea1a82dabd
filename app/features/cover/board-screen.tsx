import { Button } from '@mantine/core'
import { Link, useNavigate, useSearchParams } from '@remix-run/react'
import { IconUserSearch } from '@tabler/icons-react'
import { AnswerMark } from '#app/features/answers/answer-mark.tsx'
import { UnfitMark } from '#app/features/suitability/unfit-mark.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { OutsideMark } from '#app/ui/outside-mark.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { untilText } from '#app/ui/until-text.ts'
import { useSingleKeys } from '#app/ui/use-single-keys.ts'
import type { Board, Gap } from '#server/cover/board/queries.ts'
import { askedText } from './asked-text.ts'
import classes from './board.module.css'
import { boardText, titleOf } from './board-words.ts'
import { HeapPages } from './heap-pages.tsx'
import { NeverAsked } from './never-asked.tsx'
import { NextInOrder, OneGap } from './one-gap.tsx'
import { StartMany } from './start-many.tsx'
import { Unsought } from './unsought.tsx'

type Props = { board: Board; isChosen: boolean }

export function BoardScreen({ board, isChosen }: Props) {
  const { gaps, open, gap } = board
  const navigate = useNavigate()
  const toGap = useGapPath()
  const walk = (by: number) => () => {
    const next = gaps[gaps.findIndex(({ id }) => id === gap?.id) + by]
    if (next) navigate(toGap(next.id))
  }
  useSingleKeys([
    ['j', walk(1)],
    ['k', walk(-1)],
  ])
  return (
    <>
      <PageHead title="Cover" meta={boardText(board)}>
        <Button component={Link} to={paths.allSwaps} variant="subtle" h={44}>
          All swaps
        </Button>
        {open.length > 1 && (
          <StartMany
            shifts={open}
            label={`Ask for ${open.length < board.total.open ? 'these ' : ''}${open.length} open shifts…`}
          />
        )}
      </PageHead>
      <div className={classes.board} data-chosen={isChosen || undefined} data-empty={!gap || undefined}>
        <div className={classes.list}>
          {gaps.length + open.length + board.unsought.length + board.covered.length === 0 && (
            <SectionCard title="No searches for cover" icon={IconUserSearch}>
              <EmptyState
                icon={IconUserSearch}
                title="No searches for cover"
                text="When someone can’t come, the search for cover appears here."
              />
            </SectionCard>
          )}
          <Heap
            title="Stuck"
            board={board}
            gaps={gaps.filter(({ state }) => state === 'exhausted')}
            total={board.total.stuck}
          />
          {board.unsought.length > 0 && <Unsought board={board} />}
          <Heap
            title="Searching"
            board={board}
            gaps={gaps.filter(({ state }) => state !== 'exhausted')}
            total={board.total.searching + board.total.paused}
          />
          <HeapPages
            board={board}
            heap="searches"
            shown={gaps.length}
            total={board.total.stuck + board.total.searching + board.total.paused}
          />
          {open.length > 0 && <NeverAsked board={board} />}
          {board.covered.length > 0 && <Covered board={board} />}
        </div>
        {gap && (
          <div className={classes.one}>
            <OneGap key={gap.id} gap={gap} now={board.now} />
          </div>
        )}
        {gap && (
          <div className={classes.one}>
            <NextInOrder key={gap.id} gap={gap} />
          </div>
        )}
      </div>
    </>
  )
}

function useGapPath() {
  const [search] = useSearchParams()
  return (id: number) => {
    const next = new URLSearchParams(search)
    next.set('gap', String(id))
    return `${paths.cover}?${next}`
  }
}

type HeapProps = { title: string; board: Board; gaps: readonly Gap[]; total: number }

function Heap({ title, board, gaps, total }: HeapProps) {
  const when = useDateFormats()
  const toGap = useGapPath()
  if (!gaps.length) return null
  return (
    <SectionCard title={title} count={total}>
      {gaps.map((gap) => (
        <div key={gap.id} className={classes.gap} aria-current={gap.id === board.gap?.id || undefined}>
          <Row
            to={toGap(gap.id)}
            title={`${titleOf(gap)}, ${untilText(gap.start, board.now)}`}
            meta={
              <>
                <div>
                  {titleOf(gap) !== gap.event_name && `${gap.event_name}, `}
                  {when.short(gap.start)}, {when.range(gap.start, gap.end)}
                </div>
                {gap.outside && <OutsideMark />}
                <AnswerMark quiet state={gap.state} reader="coordinator" detail={askedText(gap)} />
              </>
            }
          />
        </div>
      ))}
    </SectionCard>
  )
}

function Covered({ board: { covered } }: { board: Board }) {
  const when = useDateFormats()
  return (
    <SectionCard title="Covered since yesterday" count={covered.length}>
      {covered.map((shift) => (
        <Row
          key={shift.id}
          to={paths.eventShifts(shift.event)}
          title={titleOf(shift)}
          meta={
            <>
              <div>
                {shift.event_name}, {when.short(shift.start)}, {when.range(shift.start, shift.end)}
              </div>
              <AnswerMark quiet state="covered" reader="coordinator" detail={`by ${shift.by}`} />{' '}
              <UnfitMark unfit={shift.unfit} />
            </>
          }
        />
      ))}
    </SectionCard>
  )
}
