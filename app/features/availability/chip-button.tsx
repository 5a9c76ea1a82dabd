import { useFetcher } from '@remix-run/react'
import { IconBan, IconCheck, IconCircleHalf2 } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { type ComponentPropsWithoutRef, forwardRef } from 'react'
import { formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import type { Icon, Tone } from '#app/ui/section-card.tsx'
import { AVAILABILITY_LABELS, type AvailabilityValue, type Mark } from '#server/availability/days/contract.ts'
import classes from './availability.module.css'
import { useRostered } from './use-rostered.tsx'

export const MARKS: { value: AvailabilityValue; tone: Tone; icon: Icon }[] = [
  { value: 1, tone: 'green', icon: IconCheck },
  { value: 2, tone: 'amber', icon: IconCircleHalf2 },
  { value: 0, tone: 'red', icon: IconBan },
]

/** Returns the day's mark; a choice shows before the server has answered. */
export function useMark(date: string, stored: Mark) {
  const fetcher = useFetcher<unknown>({ key: `availability-${date}` })
  const submitted = fetcher.formData?.get('available')
  const mark: Mark =
    submitted === undefined || submitted === null
      ? stored
      : submitted === 'unset'
        ? null
        : (Number(submitted) as AvailabilityValue)
  const { press, dialog } = useRostered(fetcher)
  return {
    mark,
    dialog,
    problem: fetcher.state === 'idle' ? formError(fetcher.data) : undefined,
    choose: (value: Mark) => {
      press()
      fetcher.submit(
        { available: value === null ? 'unset' : String(value) },
        { method: 'post', action: paths.availability(date) },
      )
    },
  }
}

export type ChipProps = { date: string; value: Mark; size?: 'xs' | 'lg' | undefined }

type ChipButtonProps = ChipProps & Omit<ComponentPropsWithoutRef<'button'>, 'value'>

export const ChipButton = forwardRef<HTMLButtonElement, ChipButtonProps>(({ date, value, size, ...rest }, ref) => {
  const current = MARKS.find((choice) => choice.value === value)
  const valueText = value === null ? 'When can you help' : AVAILABILITY_LABELS[value]
  return (
    <button
      type="button"
      ref={ref}
      {...rest}
      className={classes.avail}
      data-tone={current?.tone}
      data-unset={value === null || undefined}
      data-size={size}
      aria-label={`${valueText} on ${dayjs(`${date}T12:00`).format('dddd D MMMM')}${value === null ? '?' : '. Change'}`}
    >
      {current && <current.icon size={size === 'xs' ? 14 : 17} stroke={2.4} aria-hidden />}
      {(value !== null || size !== 'xs') && <span>{value === null ? `${valueText}?` : valueText}</span>}
    </button>
  )
})
