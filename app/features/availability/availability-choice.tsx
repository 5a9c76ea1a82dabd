import { Button } from '@mantine/core'
import { FormError } from '#app/ui/form-error.tsx'
import { AVAILABILITY_LABELS, type Mark } from '#server/availability/days/contract.ts'
import classes from './availability.module.css'
import { MARKS, useMark } from './chip-button.tsx'

/** @param label names the group. */
export function AvailabilityChoice({ date, value, label }: { date: string; value: Mark; label: string }) {
  const { mark, problem, choose, dialog } = useMark(date, value)
  return (
    <>
      <fieldset className={classes.choice} aria-label={label}>
        {MARKS.map(({ value: choice, tone, icon: Glyph }) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === mark}
            data-tone={tone}
            onClick={() => choose(choice)}
          >
            <Glyph size={18} stroke={2.3} aria-hidden />
            {AVAILABILITY_LABELS[choice]}
          </button>
        ))}
      </fieldset>
      {mark !== null && (
        <Button variant="subtle" size="compact-sm" mt={6} h={44} onClick={() => choose(null)}>
          Unset
        </Button>
      )}
      <FormError message={problem} />
      {dialog}
    </>
  )
}
