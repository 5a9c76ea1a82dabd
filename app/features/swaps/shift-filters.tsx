import { Button, NativeSelect } from '@mantine/core'
import { useDateFormats } from '#app/shell/use-root.ts'
import type { SwapWants } from '#server/swaps/contract.ts'
import classes from './swaps.module.css'

const MAX_CHIPS = 4

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

export const toggled = (list: readonly number[], one: number) =>
  (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]).join(',') || null

export type Filters = {
  wants: SwapWants
  /** Months with shifts of others, `YYYY-MM`, and the chosen one. */
  months: string[]
  month: string | null
  assignments: { id: number; name: string }[]
  set: (changes: Record<string, string | null>) => void
}

/** Chips for weekday, month and assignment. */
export function ShiftFilters({ wants, months, month, assignments, set }: Filters) {
  const when = useDateFormats()
  const monthName = (one: string) => when.day(`${one}-01`, 'MMMM YYYY')
  return (
    <>
      <fieldset className={`cluster ${classes.chips}`}>
        <legend>Any shift on</legend>
        {WEEKDAYS.map((label, at) => (
          <Chip
            key={label}
            isOn={wants.weekdays?.includes(at + 1) ?? false}
            onClick={() => set({ days: toggled(wants.weekdays ?? [], at + 1) })}
          >
            {label}
          </Chip>
        ))}
      </fieldset>
      {months.length > MAX_CHIPS ? (
        <NativeSelect
          label="When"
          size="md"
          value={month ?? ''}
          onChange={(event) => set({ month: event.currentTarget.value || null })}
          data={[{ value: '', label: 'Any time' }, ...months.map((one) => ({ value: one, label: monthName(one) }))]}
        />
      ) : (
        <fieldset className={`cluster ${classes.chips}`}>
          <legend>When</legend>
          <Chip isOn={!month} onClick={() => set({ month: null })}>
            Any time
          </Chip>
          {months.map((one) => (
            <Chip key={one} isOn={month === one} onClick={() => set({ month: one })}>
              {monthName(one)}
            </Chip>
          ))}
        </fieldset>
      )}
      {assignments.length > 0 && (
        <fieldset className={`cluster ${classes.chips}`}>
          <legend>What</legend>
          <Chip isOn={!wants.assignments} onClick={() => set({ assignment: null })}>
            Anything I can do
          </Chip>
          {assignments.map(({ id, name }) => (
            <Chip
              key={id}
              isOn={wants.assignments?.includes(id) ?? false}
              onClick={() => set({ assignment: toggled(wants.assignments ?? [], id) })}
            >
              {name}
            </Chip>
          ))}
        </fieldset>
      )}
    </>
  )
}

export function Chip({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: string }) {
  return (
    <Button
      variant={isOn ? 'light' : 'default'}
      radius="xl"
      mih={44}
      h="auto"
      py={6}
      px={14}
      aria-pressed={isOn}
      onClick={onClick}
      className={classes.uncut}
    >
      {children}
    </Button>
  )
}
