import { IconCircleCheckFilled } from '@tabler/icons-react'
import { Fragment } from 'react'
import { UnfitMark } from '#app/features/suitability/unfit-mark.tsx'
import type { GridRow } from '#server/shifts/grid/contract.ts'
import { AnswerSign } from './answer-sign.tsx'
import { cellKey, isOpen, type shiftsByCell } from './grid-cells.ts'
import { OutsideDay } from './outside-day.tsx'

type Props = {
  event: number
  rows: readonly GridRow[]
  cells: ReturnType<typeof shiftsByCell>
  answers?: boolean
  here?: boolean
  /** Strikes the people through: the event is called off. */
  isOff?: boolean
}

export function RowLines({ event, rows, cells, answers = false, here = false, isOff = false }: Props) {
  return (
    <dl>
      {rows.map((gridRow) => {
        const shifts = cells.get(cellKey(event, gridRow.key))
        if (!shifts) return null
        const open = shifts.filter(isOpen).length
        return (
          <div key={gridRow.key}>
            <dt>{[gridRow.assignment_name, gridRow.role_name].filter(Boolean).join(', ') || 'No assignment'}</dt>
            <dd>
              {shifts
                .filter((shift) => !isOpen(shift))
                .map((shift, at) => (
                  <Fragment key={shift.id}>
                    {at > 0 && ', '}
                    {isOff ? <s>{shift.name}</s> : shift.name}
                    {!isOff && <OutsideDay shift={shift} />}
                    {here && shift.here && !isOff && (
                      <em>
                        {' '}
                        <IconCircleCheckFilled size="1em" aria-hidden /> here
                      </em>
                    )}
                    {answers && !isOff && (
                      <>
                        {' '}
                        <AnswerSign shift={shift} /> <UnfitMark unfit={shift.unfit} />
                      </>
                    )}
                  </Fragment>
                ))}
              {open > 0 && !isOff && <b> {open} open</b>}
              {!isOff && shifts.filter(isOpen).map((shift) => <OutsideDay key={shift.id} shift={shift} />)}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
