import { Button, Checkbox, Group, NativeSelect, Text } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { IconCalendarPlus, IconCalendarRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { DateField } from '#app/collections/date-field.tsx'
import { fieldError, formError } from '#app/http/answer.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import classes from './availability.module.css'
import { useRostered } from './use-rostered.tsx'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const CHOICES = [
  { value: '1', label: 'Available' },
  { value: '2', label: 'Only if required' },
  { value: '0', label: 'Unavailable' },
  { value: 'unset', label: 'Unset' },
]

const countSavedDays = (data: unknown): number | null =>
  typeof data === 'object' && data !== null && 'days' in data ? Number(data.days) : null

export function MarkRange({ date }: { date: string }) {
  const fetcher = useFetcher<unknown>()
  const { Form, state, data } = fetcher
  const { press, dialog } = useRostered(fetcher)
  const [from, setFrom] = useState(date)
  const [to, setTo] = useState<string | null>(null)
  const [isRange, setRange] = useState(false)
  const savedDays = state === 'idle' ? countSavedDays(data) : null
  return (
    <SectionCard title="Add dates" icon={IconCalendarPlus}>
      <Form method="post" action="/unavailability/range" className={classes.body} onSubmit={press}>
        <FormError message={formError(data)} />
        <div className={classes.fields}>
          <DateField
            name="from"
            label={isRange ? 'First day' : 'Day'}
            value={from}
            onChange={setFrom}
            error={fieldError(data, 'from')}
            required
          />
          {isRange ? (
            <DateField
              name="to"
              label="Last day"
              value={to ?? from}
              onChange={setTo}
              error={fieldError(data, 'to')}
              required
            />
          ) : (
            <input type="hidden" name="to" value={from} />
          )}
          <NativeSelect
            name="available"
            label="Mark as"
            data={CHOICES}
            defaultValue="0"
            error={fieldError(data, 'available')}
          />
        </div>
        {isRange ? (
          <Checkbox.Group label="Only on" description="Leave blank for every day." error={fieldError(data, 'weekdays')}>
            <Group gap="md" mt={8}>
              {WEEKDAYS.map((day, index) => (
                <Checkbox key={day} name="weekdays" value={String(index + 1)} label={day} />
              ))}
            </Group>
          </Checkbox.Group>
        ) : (
          <Button
            variant="subtle"
            h={44}
            px={10}
            style={{ justifySelf: 'start' }}
            leftSection={<IconCalendarRepeat size={18} aria-hidden />}
            onClick={() => setRange(true)}
          >
            Several days
          </Button>
        )}
        <Group>
          <Button type="submit" h={44} loading={state !== 'idle'}>
            {isRange ? 'Mark these days' : 'Mark this day'}
          </Button>
          <Text fz="sm" role="status">
            {savedDays !== null &&
              (savedDays === 0
                ? 'Nothing to change.'
                : savedDays === 1
                  ? '1 day marked.'
                  : `${savedDays} days marked.`)}
          </Text>
        </Group>
      </Form>
      {dialog}
    </SectionCard>
  )
}
