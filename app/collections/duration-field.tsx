import { Group, Input, NumberInput } from '@mantine/core'
import { useId } from 'react'

type Props = {
  label: string
  /** Whole minutes. */
  value: number | null
  onChange: (minutes: number | null) => void
  error: string | undefined
}

export function DurationField({ label, value, onChange, error }: Props) {
  const id = useId()
  const hours = value === null ? null : Math.floor(value / 60)
  const minutes = value === null ? null : value % 60
  const set = (nextHours: number | null, nextMinutes: number | null) =>
    onChange(nextHours === null && nextMinutes === null ? null : (nextHours ?? 0) * 60 + (nextMinutes ?? 0) || null)
  const part = (unit: 'hours' | 'minutes', current: number | null, change: (next: number | null) => void) => (
    <NumberInput
      aria-label={`${label}, ${unit}`}
      value={current ?? ''}
      onChange={(next) => change(next === '' ? null : Number(next))}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      min={0}
      max={unit === 'hours' ? 336 : 59}
      hideControls
      suffix={unit === 'hours' ? ' h' : ' min'}
      w={96}
      error={Boolean(error)}
    />
  )
  return (
    <Input.Wrapper label={label} labelElement="div" id={id} error={error}>
      <Group gap="xs" role="group" aria-label={label}>
        {part('hours', hours, (next) => set(next, minutes || null))}
        {part('minutes', minutes, (next) => set(hours, next))}
      </Group>
    </Input.Wrapper>
  )
}
