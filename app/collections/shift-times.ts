import { personTimes } from '#server/shift-facts/times/rules.ts'
import type { ListRecord } from './list-view.ts'

const instant = (value: unknown) => (typeof value === 'string' ? value : null)

export const shiftTimes = ({ start, end, modified_start, modified_end }: Omit<ListRecord, 'id'>) =>
  personTimes({
    start: String(start),
    end: String(end),
    modified_start: instant(modified_start),
    modified_end: instant(modified_end),
  })
