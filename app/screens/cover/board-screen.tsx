import { Button } from '@mantine/core'
import { useNavigate } from '@remix-run/react'
import { IconUserSearch } from '@tabler/icons-react'
import type { Board, Gap } from '#server/cover/board/queries.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PlainLink } from '../../ui/plain-link.tsx'
import { Row } from '../../ui/row.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { useSingleKeys } from '../../ui/use-single-keys.ts'
import { AnswerMark } from '../answers/answer-mark.tsx'
import { countText } from '../imports/import-text.ts'
import { useOwnForm } from '../profile/use-own-form.ts'
import classes from './board.module.css'
import { askedText, boardText, titleOf, untilText } from './board-words.ts'
import { NextInOrder, OneGap } from './one-gap.tsx'

type Props = { board: Board; isChosen: boolean }

/** Coordinators' board: every search for cover, the one that is chosen, and who is asked next. */
export function BoardScreen({ board, isChosen }: Props) {
  const { gaps, open, gap } = board
  const navigate = useNavigate()
  const walk = (by: number) => () => {
    const next = gaps[gaps.findIndex(({ id }) => id === gap?.id) + by]
    if (next) navigate(paths.coverGap(next.id))
  }
  useSingleKeys([
    ['j', walk(1)],
    ['k', walk(-1)],
  ])
  return (
    <>
      <PageHead title="Cover" meta={boardText(board) || 'Every shift ahead has somebody.'} />
      <div className={classes.board} data-chosen={isChosen || undefined} data-empty={!gap || undefined}>
        <div className={classes.list}>
          {gaps.length + open.length === 0 && (
            <SectionCard title="Nobody is missing" icon={IconUserSearch}>
              <EmptyState
                icon={IconUserSearch}
                title="Nobody is missing"
                text="When somebody cannot come, the search for cover appears here."
              />
            </SectionCard>
          )}
          <Heap title="Stuck" board={board} gaps={gaps.filter(({ state }) => state === 'exhausted')} />
          <Heap title="Searching" board={board} gaps={gaps.filter(({ state }) => state !== 'exhausted')} />
          {open.length > 0 && <NeverAsked board={board} />}
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

function Heap({ title, board, gaps }: { title: string; board: Board; gaps: readonly Gap[] }) {
  const when = useDateFormats()
  if (!gaps.length) return null
  return (
    <SectionCard title={title} count={gaps.length} {...(title === 'Stuck' && { accent: 'red' as const })}>
      {gaps.map((gap) => (
        <div key={gap.id} className={classes.gap} aria-current={gap.id === board.gap?.id || undefined}>
          <Row
            to={paths.coverGap(gap.id)}
            title={`${titleOf(gap)}, ${untilText(gap.start, board.now)}`}
            meta={
              <>
                <div>
                  {titleOf(gap) !== gap.event_name && `${gap.event_name}, `}
                  {when.format(gap.start, 'ddd D MMM')}, {when.range(gap.start, gap.end)}
                </div>
                <AnswerMark quiet state={gap.state} reader="coordinator" detail={askedText(gap)} />
              </>
            }
          />
        </div>
      ))}
    </SectionCard>
  )
}

const askWords = (group: number | null): string =>
  group === null ? 'Ask everybody now' : `Ask up to ${countText(group, 'person', 'people')}`

function NeverAsked({ board: { open, now } }: { board: Board }) {
  const form = useOwnForm()
  const when = useDateFormats()
  return (
    <SectionCard title="Open, nobody asked yet" count={open.length} hint="The next 100 at most.">
      <div className={classes.body}>
        <FormError message={form.message} />
        {form.dialog}
      </div>
      {open.map((shift) => (
        <Row
          key={shift.shift}
          title={`${titleOf(shift)}, ${untilText(shift.start, now)}`}
          meta={
            <>
              <PlainLink to={paths.event(shift.event)}>{shift.event_name}</PlainLink>,{' '}
              {when.format(shift.start, 'ddd D MMM')}, {when.range(shift.start, shift.end)}
              <Button
                mih={44}
                mt={8}
                variant="light"
                display="block"
                disabled={form.busy}
                onClick={() => form.submit('POST', '/api/covers', { shift: shift.shift })}
                aria-label={`${askWords(shift.group)}: ${titleOf(shift)}, ${shift.event_name}, ${when.format(shift.start, 'ddd D MMM')}`}
              >
                {askWords(shift.group)}
              </Button>
            </>
          }
        />
      ))}
    </SectionCard>
  )
}
