import { Button } from '@mantine/core'
import { AVAILABILITY_LABELS, type Mark } from '#server/availability/days/contract.ts'
import { FormError } from '../../ui/form-error.tsx'
import classes from './availability.module.css'
import { MARKS, useMark } from './availability-chip.tsx'

/** The three answers side by side; to unset is offered once there is one. @param label what the group is about. */
export function AvailabilityChoice({ date, value, label }: { date: string; value: Mark; label: string }) {
  const { mark, problem, choose } = useMark(date, value)
  return (
    <>
      <fieldset className={classes.choice} aria-label={label}>
        {MARKS.map(({ value: one, tone, icon: Glyph }) => (
          <button key={one} type="button" aria-pressed={one === mark} data-tone={tone} onClick={() => choose(one)}>
            <Glyph size={18} stroke={2.3} aria-hidden />
            {AVAILABILITY_LABELS[one]}
          </button>
        ))}
      </fieldset>
      {mark !== null && (
        <Button variant="subtle" size="compact-sm" mt={6} h={32} onClick={() => choose(null)}>
          Unset
        </Button>
      )}
      <FormError message={problem} />
    </>
  )
}
