import { ActionIcon, Button } from '@mantine/core'
import { Link, useNavigate, useSearchParams } from '@remix-run/react'
import {
  IconArrowBackUp,
  IconChevronLeft,
  IconChevronRight,
  IconDeviceTv,
  IconLayoutGrid,
  IconPrinter,
} from '@tabler/icons-react'
import { useState } from 'react'
import { notifiesText } from '#app/collections/notification-text.ts'
import { PublishButton } from '#app/features/publishing/publish-button.tsx'
import { AssignAnyway } from '#app/features/suitability/assign-anyway.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import { useBegunQuestion } from '#app/ui/use-begun-question.tsx'
import type { Grid, GridQuery } from '#server/shifts/grid/contract.ts'
import { AnswerLegend } from './answer-sign.tsx'
import { CellStatus, type CurrentCell } from './cell-status.tsx'
import classes from './grid.module.css'
import { GridCards } from './grid-cards.tsx'
import {
  eventsOn,
  isClash,
  isDraft,
  isOpen,
  isOutside,
  isUnanswered,
  isUnfit,
  peopleOn,
  seeksCover,
  shiftsByCell,
} from './grid-cells.ts'
import { GridFilters } from './grid-filters.tsx'
import { GridTable } from './grid-table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useCellSelection } from './use-cell-selection.ts'
import { useGrid } from './use-grid.ts'

export type GridProps = { grid: Grid; query: GridQuery; now: string }

/** Maximum number of events side by side on A4 with legible names. */
const COLUMNS_OF_A_SHEET = 8

const shiftDay = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export function GridScreen({ grid, query, now }: GridProps) {
  const when = useDateFormats()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const begunQuestion = useBegunQuestion()
  const actions = useGrid(grid.shifts, begunQuestion.ask)
  const selection = useCellSelection([...grid.events.map(({ id }) => id), ...grid.rows.map(({ key }) => key)].join())
  const [current, setCurrent] = useState<CurrentCell | null>(null)
  const to = (over: Record<string, string | null>) => {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(over))
      if (value) next.set(key, value)
      else next.delete(key)
    return `${paths.roster}${next.size ? `?${next}` : ''}`
  }
  const go = (over: Record<string, string | null>) => navigate(to(over), { preventScrollReset: true, replace: true })
  const narrowed = query.show !== 'all' || [query.type, query.role, query.person].some((of) => of.length > 0)
  const shifts = eventsOn(grid)
  const drafts = shifts.filter(isDraft)
  const counts = {
    open: shifts.filter(isOpen).length,
    unanswered: shifts.filter(isUnanswered).length,
    cover: shifts.filter(seeksCover).length,
    clashes: shifts.filter(isClash).length,
    outside: shifts.filter(isOutside).length,
    unfit: shifts.filter(isUnfit).length,
    unpublished: drafts.length,
  }
  return (
    <div className={classes.page} data-wide={grid.events.length > COLUMNS_OF_A_SHEET || undefined}>
      <header className={classes.head}>
        <div className={`row ${classes.move}`}>
          <Link to={to({ from: shiftDay(grid.from, -query.days) })} aria-label="Earlier">
            <IconChevronLeft size={18} aria-hidden />
          </Link>
          <Link to={to({ from: shiftDay(grid.from, query.days) })} aria-label="Later">
            <IconChevronRight size={18} aria-hidden />
          </Link>
          <Button component={Link} to={to({ from: null })} variant="default">
            Today
          </Button>
        </div>
        <div className={classes.title}>
          <h1>Roster</h1>
          <p className="num">
            {when.shortDay(grid.from)} to {when.shortDay(shiftDay(grid.until, -1))},{' '}
            {grid.events.length === 1 ? '1 event' : `${grid.events.length} events`}
            {grid.cut && ', too many to show: choose a shorter period'}
          </p>
        </div>
        <fieldset className={classes.span} aria-label="Window">
          {(
            [
              ['7', 'Week'],
              ['14', '2 weeks'],
              ['31', 'Month'],
            ] as const
          ).map(([days, label]) => (
            <button key={days} type="button" aria-pressed={query.days === Number(days)} onClick={() => go({ days })}>
              {label}
            </button>
          ))}
        </fieldset>
        <ActionIcon variant="default" size={36} aria-label="Print this period" onClick={() => window.print()}>
          <IconPrinter size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          component={Link}
          to={to({ iframe: '1' })}
          variant="default"
          size={36}
          aria-label="Show on a wall display"
        >
          <IconDeviceTv size={18} aria-hidden />
        </ActionIcon>
        {drafts.length > 0 && (
          <PublishButton
            events={[...new Set(drafts.map(({ event }) => event))]}
            count={drafts.length}
            stamp={drafts.map(({ id }) => id).join()}
          />
        )}
      </header>
      <GridFilters grid={grid} query={query} counts={counts} go={go} />
      <FormError message={actions.problem} />
      {actions.canKeepMine && (
        <div className={classes.conflict}>
          <Button size="xs" variant="default" onClick={actions.keepMine}>
            Keep mine
          </Button>
          <Button size="xs" variant="default" onClick={actions.takeTheirs}>
            Take theirs
          </Button>
        </div>
      )}
      {grid.events.length && grid.rows.length ? (
        <>
          <GridTable grid={grid} now={now} actions={actions} onCurrent={setCurrent} selection={selection} />
          <GridCards grid={grid} now={now} />
          <AnswerLegend shifts={shifts} />
        </>
      ) : (
        <EmptyState
          icon={IconLayoutGrid}
          title={
            grid.events.length ? 'No shifts in this period' : narrowed ? 'No events match' : 'No events in this period'
          }
          text={
            narrowed
              ? 'Choose another period or clear the filters above.'
              : 'Events appear here side by side, with their shifts.'
          }
          action={
            narrowed ? (
              <Button component={Link} to={paths.roster} variant="light">
                Clear all filters
              </Button>
            ) : (
              <Button component={Link} to={grid.events.length ? paths.events : paths.addEvent} variant="light">
                {grid.events.length ? 'All events' : 'Add event'}
              </Button>
            )
          }
        />
      )}
      {selection.selected.size > 0 && (
        <SelectionBar
          people={peopleOn(shiftsByCell(grid), selection.selected)}
          cells={selection.selected.size}
          onClear={selection.clear}
        />
      )}
      <Modal
        opened={actions.doubted !== null}
        onClose={actions.assignNobody}
        // The answer has the focus before the dialog can record where it was.
        returnFocus={false}
        onExitTransitionEnd={() => document.querySelector<HTMLElement>('td[data-current]')?.focus()}
        title="Assign anyway?"
        centered
      >
        {actions.doubted && (
          <AssignAnyway
            doubts={actions.doubted.unfit}
            together={actions.doubted.steps.filter(({ person }) => person !== null).length}
            back="Cancel"
            onAssign={actions.assignAnyway}
            onBack={actions.assignNobody}
          />
        )}
      </Modal>
      {begunQuestion.dialog}
      <footer className={classes.foot}>
        <div className={`wrap ${classes.status}`} role="status">
          {actions.words && (
            <b className={classes.said}>
              {actions.words}
              {actions.notifies && `, ${notifiesText(actions.notifies.people)}`}.{' '}
            </b>
          )}
          {current && grid.rows.length > 0 && <CellStatus current={current} />}
        </div>
        {actions.canUndo && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            onClick={actions.undo}
          >
            Undo
          </Button>
        )}
        {grid.shifts.length > 0 && (
          <p className={classes.keys}>
            <kbd>↵</kbd> or a name to assign <kbd>Del</kbd> to remove <kbd>Ctrl C</kbd> <kbd>V</kbd> to copy{' '}
            <kbd>⇧ →</kbd> to fill right <kbd>Space</kbd> to select <kbd>Ctrl Z</kbd> to undo
          </p>
        )}
      </footer>
    </div>
  )
}
