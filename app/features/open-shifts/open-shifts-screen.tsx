import type { SerializeFrom } from '@remix-run/node'
import { Link, useSearchParams } from '@remix-run/react'
import { IconCalendarCheck, IconLock } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { PlainButtonLink } from '#app/ui/plain/plain-button.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { OpenShiftFilters } from '#server/open-shifts/contract.ts'
import type { OpenShiftChoices } from '#server/open-shifts/queries.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { OwnShift } from '#server/shifts/upcoming.ts'
import { BarredRow } from './barred-row.tsx'
import { Filters } from './filters.tsx'
import { type OpenRow, OpenShiftRow } from './open-row.tsx'
import classes from './open-shifts.module.css'
import { byDay, countText } from './shift-words.ts'
import { useClaims } from './use-claims.ts'

/** `shown` has the first rows; `left`: there are more. `shifts` counts all, for admins. */
type Listed = { shifts: number | null; left: boolean; shown: OpenRow[] }

type Props = {
  filters: OpenShiftFilters
  weeks: number
  choices: OpenShiftChoices
  until: string
  selfAssign: boolean
  /** All open shifts, for admins; null for members. */
  total: number | null
  able: Listed
  barred: Listed
  own: SerializeFrom<OwnShift[]>
  published: boolean
}

export function OpenShiftsScreen({
  filters,
  weeks,
  choices,
  until,
  selfAssign,
  total,
  able,
  barred,
  own,
  published,
}: Props) {
  const when = useDateFormats()
  const { claims, take, giveBack } = useClaims()
  const filtered = Object.keys(filters).length > 0
  const lastDay = when.short(until)
  const byId = new Map(able.shown.map((row) => [row.id, row]))
  // Rows that were just taken or lost stay where they were.
  const kept = [...claims.values()].flatMap(({ row }) => (byId.has(row.id) ? [] : [row]))
  const rows = [...able.shown, ...kept].sort((a, b) => Date.parse(a.start) - Date.parse(b.start) || a.id - b.id)
  const days = byDay(rows, (row) => when.parts(row.start).iso)
  return (
    <>
      <PageHead
        title="Open shifts"
        meta={
          rows.length + barred.shown.length === 0
            ? `${filtered ? 'Nothing fits these filters' : 'Nothing is open'} until ${lastDay}.`
            : total === null
              ? `Shifts that need help, up to ${lastDay}.`
              : `You could do ${able.shifts} of the ${countText(total)} that ${total === 1 ? 'is' : 'are'} open until ${lastDay}.`
        }
      />
      <Filters choices={choices} chosen={filters} weeks={weeks} />
      <div className={classes.columns}>
        <div className={classes.col}>
          <SectionCard title="You could do these" count={able.shifts || undefined}>
            {days.length === 0 && (
              <Nothing
                filtered={filtered}
                others={barred.shown.length > 0}
                text={
                  published
                    ? `Every published shift until ${lastDay} is filled.`
                    : `No shifts are published until ${lastDay}.`
                }
              />
            )}
            <ol className={classes.days}>
              {days.map(([day, of]) => (
                <li key={day} className={classes.day}>
                  <h3 className={`unseen ${classes.dayName}`}>
                    {when.day(day, 'dddd D MMMM')} <span>{when.untilDay(day)}</span>
                  </h3>
                  <span className={classes.tile} aria-hidden>
                    <DateTile parts={when.parts(of[0]!.start)} />
                  </span>
                  <ul className={classes.rows}>
                    {of.map((row) => (
                      <OpenShiftRow
                        key={row.id}
                        {...{ row, selfAssign }}
                        claim={claims.get(row.id)}
                        rows={byId}
                        onTake={take}
                        onGiveBack={giveBack}
                      />
                    ))}
                  </ul>
                </li>
              ))}
            </ol>
            <More of={able} name="show" step={20} />
            {weeks === 8 && <Further />}
          </SectionCard>
          {barred.shown.length > 0 && (
            <SectionCard title="You can’t take these yet" icon={IconLock} count={barred.shifts ?? undefined}>
              <ul className={classes.rows}>
                {barred.shown.map((row) => (
                  <BarredRow key={row.id} row={row} />
                ))}
              </ul>
              <More of={barred} name="others" step={20} />
            </SectionCard>
          )}
        </div>
        <OwnShifts own={own} />
      </div>
    </>
  )
}

function Nothing({ filtered, others, text }: { filtered: boolean; others: boolean; text: string }) {
  if (filtered)
    return (
      <EmptyState
        icon={IconCalendarCheck}
        title="Nothing fits these filters"
        action={
          <PlainButtonLink to={paths.openShifts} variant="light" h={44}>
            Show all open shifts
          </PlainButtonLink>
        }
      />
    )
  return (
    <EmptyState
      icon={IconCalendarCheck}
      title={others ? 'Nothing you could do at the moment' : 'No open shifts'}
      text={others ? 'Here is what’s open, and what each shift needs.' : text}
    />
  )
}

function More({ of, name, step }: { of: Listed; name: 'show' | 'others'; step: number }) {
  const [params] = useSearchParams()
  if (!of.left) return null
  const query = new URLSearchParams(params)
  query.set(name, String(of.shown.length + step))
  return (
    <Link className={classes.more} to={`${paths.openShifts}?${query}`} preventScrollReset>
      Show more
    </Link>
  )
}

function Further() {
  const [params] = useSearchParams()
  const query = new URLSearchParams(params)
  query.set('weeks', '26')
  return (
    <Link className={classes.more} to={`${paths.openShifts}?${query}`} preventScrollReset>
      Look six months ahead
    </Link>
  )
}

function OwnShifts({ own }: { own: SerializeFrom<OwnShift[]> }) {
  const when = useDateFormats()
  return (
    <div className={classes.col}>
      <SectionCard
        title="Yours in this period"
        icon={IconCalendarCheck}
        accent="upcoming"
        count={own.length || undefined}
      >
        {own.length === 0 && (
          <EmptyState icon={IconCalendarCheck} title="No shifts yet" text="Shifts you take appear here." />
        )}
        {own.map((shift) => (
          <Row
            key={shift.id}
            to={paths.event(shift.event)}
            lead={<DateTile parts={when.parts(shift.start)} />}
            title={<span className="num">{when.range(shift.start, shift.end)}</span>}
            meta={[shift.assignment, shift.role, eventName(shift.event_name)].filter(Boolean).join(' · ')}
          />
        ))}
      </SectionCard>
    </div>
  )
}
