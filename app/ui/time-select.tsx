import { Group, Input, NativeSelect } from '@mantine/core'
import { useId } from 'react'

const paddedNumbers = (count: number) => Array.from({ length: count }, (_, n) => String(n).padStart(2, '0'))
const HOURS = paddedNumbers(24)
const MINUTES = paddedNumbers(60)

type Props = { label: string; value: string; error?: string | undefined; onChange: (time: string) => void }

/** Selects a 24-hour time, regardless of the device's locale. @param value HH:MM */
export function TimeSelect({ label, value, error, onChange }: Props) {
  const id = useId()
  const [hour = '00', minute = '00'] = value.split(':')
  return (
    <Input.Wrapper label={label} labelElement="div" error={error} errorProps={{ id: `${id}-error` }}>
      <Group gap={8} wrap="nowrap" role="group" aria-label={label} aria-describedby={error ? `${id}-error` : undefined}>
        <NativeSelect
          aria-label={`${label}, hour`}
          size="md"
          data={HOURS}
          value={hour}
          onChange={(event) => onChange(`${event.currentTarget.value}:${minute}`)}
        />
        <span aria-hidden>:</span>
        <NativeSelect
          aria-label={`${label}, minute`}
          size="md"
          data={MINUTES}
          value={minute}
          onChange={(event) => onChange(`${hour}:${event.currentTarget.value}`)}
        />
      </Group>
    </Input.Wrapper>
  )
}
