import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Pager } from '#app/collections/pager.tsx'
import { shiftTimes } from '#app/collections/shift-times.ts'
import { ListedAnswer } from '#app/features/answers/listed-answer.tsx'
import { UnfitMark } from '#app/features/suitability/unfit-mark.tsx'
import { FormerHoursList } from '#app/features/timesheets/former-hours.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { hoursText } from '#app/ui/duration-text.ts'
import { OutsideMark } from '#app/ui/outside-mark.tsx'
import { Row, Rows } from '#app/ui/row.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import type { ShiftAnswer, Sought } from '#server/shift-facts/answer-states/contract.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'
import classes from './person.module.css'
import { isOffIn, type ListedRecords, nameIn, type PersonData } from './person-data.ts'
import { ShowAll } from './show-all.tsx'

type Data = Extract<PersonData, { tab: 'shifts' }>

export function ShiftsTab({ data: { person, facts, upcoming, past, former, size, page } }: { data: Data }) {
  return (
    <div className={classes.stack}>
      <div className={`row cluster between ${classes.bar}`}>
        <Button
          component="a"
          variant="default"
          href={`/api/shifts/export.csv?person=${person.id}&sort=-start`}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Export as CSV
        </Button>
        <span className="num">
          <b>{hoursText(facts.hours)}</b> in 12 months, <b>{facts.shifts}</b> {facts.shifts === 1 ? 'shift' : 'shifts'}
        </span>
      </div>
      <section aria-label="Upcoming shifts">
        <h2>
          Upcoming <span className="num">{upcoming.count}</span>
        </h2>
        <ShiftRows list={upcoming} empty="No upcoming shifts." />
        <ShowAll list={upcoming} to={`${paths.personShifts(person.id)}?limit=${size}&page=${page}&ahead=all`} />
      </section>
      <section aria-label="Past shifts">
        <h2>
          Past <span className="num">{past.count}</span>
        </h2>
        <ShiftRows list={past} empty="Past shifts will appear here." />
        <Pager
          count={past.count}
          shown={past.rows.length}
          limit={size}
          page={page}
          address={({ limit = size, page: next = 1 }) => `${paths.personShifts(person.id)}?limit=${limit}&page=${next}`}
          preventScrollReset
        />
      </section>
      {former.length > 0 && (
        <section aria-label="Hours on shifts that were given away or deleted">
          <h2>
            Given away or deleted <span className="num">{former.length}</span>
          </h2>
          <FormerHoursList rows={former} />
        </section>
      )}
    </div>
  )
}

function ShiftRows({ list, empty }: { list: ListedRecords; empty: string }) {
  const when = useDateFormats()
  if (list.rows.length === 0) return <p className={classes.none}>{empty}</p>
  return (
    <Rows>
      {list.rows.map((shift) => (
        <Row
          key={shift.id}
          lead={<DateTile parts={when.parts(String(shift.start))} />}
          title={eventName(nameIn(list, 'events', shift.event))}
          meta={
            <>
              <span className="num">{when.range(shiftTimes(shift).start, shiftTimes(shift).end)}</span>
              {['assignments', 'roles', 'locations']
                .map((collection) => nameIn(list, collection, shift[collection.slice(0, -1)]))
                .filter(Boolean)
                .map((name) => ` · ${name}`)}
              {typeof shift.hours === 'number' && ` · ${hoursText(shift.hours)}`}
              {shift.outside === true && (
                <div>
                  <OutsideMark />
                </div>
              )}
              {shift.unfit !== null && (
                <span className={classes.unfit}>
                  <UnfitMark unfit={shift.unfit as Unfit} />
                </span>
              )}
            </>
          }
          end={
            isOffIn(list, shift.event) ? (
              <StateBadge state="cancelled" quiet>
                Called off
              </StateBadge>
            ) : shift.answer === null ? (
              <StateBadge state={shift.draft === null ? 'unpublished' : 'published'} quiet />
            ) : (
              <ListedAnswer
                answer={shift.answer as ShiftAnswer}
                nudged={shift.nudged === true}
                sought={shift.sought as Sought | null}
                begun={when.isPast(shiftTimes(shift).start)}
              />
            )
          }
          to={paths.eventShifts(Number(shift.event))}
        />
      ))}
    </Rows>
  )
}
