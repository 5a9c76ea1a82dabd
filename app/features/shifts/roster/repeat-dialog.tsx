import { Button, Checkbox, Chip, Group, NumberInput, Select, Stack, Text } from '@mantine/core'
import { Link } from '@remix-run/react'
import { useEffect, useMemo, useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import { DateField } from '#app/collections/date-field.tsx'
import { problemText } from '#app/collections/problem-text.ts'
import { useCall } from '#app/collections/use-call.ts'
import { newKey } from '#app/collections/use-changeset.ts'
import { HANDLED_STATUSES } from '#app/shell/fetch-api.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import type { Occurrence, RepeatRule } from '#server/shifts/repeat/contract.ts'
import classes from './roster.module.css'
import type { Roster } from './use-roster.ts'
import { formatSpan, formatWall } from './wall.ts'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

export function RepeatDialog({ roster, onClose }: { roster: Roster; onClose: () => void }) {
  const { id } = roster.editor.event
  const { start } = roster.eventFields
  const { dateFormat, timeFormat } = useDateFormats()
  const own = ((new Date(`${start.slice(0, 10)}T00:00Z`).getUTCDay() + 6) % 7) + 1
  const [rule, setRule] = useState<RepeatRule>({
    unit: 'week',
    every: 1,
    weekdays: [own],
    monthly: 'day',
    until: null,
    count: 4,
  })
  const [places, setPlaces] = useState(true)
  const [dates, setDates] = useState<Occurrence[]>([])
  const [except, setExcept] = useState<string[]>([])
  // A refusal shows in the dialog: an error page would lose the staged changes behind it.
  const { call, busy, problem, clear } = useCall<{ events: number[] }>('POST', `/api/events/${id}/repeat`, {
    handled: HANDLED_STATUSES,
  })
  const [previewProblem, setPreviewProblem] = useState<string>()
  const [made, setMade] = useState<number[] | null>(null)
  // A changed rule is another decision with another key.
  const decision = JSON.stringify({ rule, except, places })
  const token = useMemo(() => (decision ? newKey() : ''), [decision])
  const change = (patch: Partial<RepeatRule>) => {
    clear()
    setRule((before) => ({ ...before, ...patch }))
  }

  useEffect(() => {
    let current = true
    const timer = setTimeout(async () => {
      const { ok, body } = await callApi<{ dates: Occurrence[] }>(
        'POST',
        `/api/events/${id}/repeat?preview`,
        { rule, except: [], places },
        HANDLED_STATUSES,
      )
      if (!current) return
      setPreviewProblem(ok ? undefined : problemText(body))
      setDates(ok ? body.dates : [])
    }, 300)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [id, rule, places])

  const kept = dates.filter(({ date, exists }) => !exists && !except.includes(date))
  const make = async () => {
    const { ok, body } = await call({ rule, except, places, token })
    if (ok) setMade(body.events)
  }
  if (made)
    return (
      <Modal
        opened
        onClose={onClose}
        title={made.length === 1 ? '1 event created' : `${made.length} events created`}
        centered
      >
        <Text fz="sm">Their shifts are open and not published: no one is notified until you publish them.</Text>
        <Group mt="md" justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button component={Link} to={paths.eventShifts(made[0] ?? id)}>
            Open the first
          </Button>
        </Group>
      </Modal>
    )
  return (
    <Modal opened onClose={onClose} title="Repeat this event" centered size="lg">
      <Stack gap="sm">
        <Group gap="xs" align="flex-end">
          <NumberInput
            label="Every"
            value={rule.every}
            min={1}
            max={52}
            w={90}
            onChange={(value) => change({ every: Math.max(1, Number(value) || 1) })}
          />
          <Select
            aria-label="Unit"
            value={rule.unit}
            allowDeselect={false}
            w={130}
            data={[
              { value: 'day', label: 'days' },
              { value: 'week', label: 'weeks' },
              { value: 'month', label: 'months' },
            ]}
            onChange={(unit) => unit && change({ unit: unit as RepeatRule['unit'] })}
          />
          {rule.unit === 'month' && (
            <Select
              aria-label="On"
              value={rule.monthly}
              allowDeselect={false}
              data={[
                { value: 'day', label: 'on the same day' },
                { value: 'weekday', label: 'on the same weekday' },
              ]}
              onChange={(monthly) => monthly && change({ monthly: monthly as RepeatRule['monthly'] })}
            />
          )}
        </Group>
        {rule.unit === 'week' && (
          <Chip.Group
            multiple
            value={rule.weekdays.map(String)}
            onChange={(days) => change({ weekdays: days.map(Number).sort() })}
          >
            <Group gap={6} role="group" aria-label="Weekdays">
              {DAYS.map((day, i) => (
                <Chip key={day} value={String(i + 1)} size="sm">
                  {day}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        )}
        <Group gap="xs" align="flex-end">
          <NumberInput
            label="Times"
            placeholder="–"
            value={rule.count ?? ''}
            min={1}
            max={104}
            w={90}
            onChange={(value) =>
              value === '' ? change({ count: null }) : change({ count: Number(value), until: null })
            }
          />
          <DateField
            label="or until"
            value={rule.until ?? ''}
            onChange={(day) => {
              const until = day || null
              change(until ? { until, count: null } : { until: null, count: rule.count ?? 4 })
            }}
          />
        </Group>
        <Checkbox
          label="With its shifts, open and not published"
          checked={places}
          onChange={(event) => setPlaces(event.currentTarget.checked)}
        />
        <FormError message={problem ?? previewProblem} />
        {dates.length > 0 && (
          <ul className={classes.dates} aria-label="Dates">
            {dates.map((one) => (
              <li key={one.date}>
                <Checkbox
                  size="sm"
                  label={`${formatWall(one.start, dateFormat)}, ${formatSpan(one.start, one.end, timeFormat)}`}
                  description={
                    one.exists
                      ? 'This event is already on that day.'
                      : one.clocks
                        ? 'The clocks change on this date, so the time was adjusted.'
                        : undefined
                  }
                  disabled={one.exists}
                  checked={!one.exists && !except.includes(one.date)}
                  onChange={() =>
                    setExcept((before) =>
                      before.includes(one.date) ? before.filter((date) => date !== one.date) : [...before, one.date],
                    )
                  }
                />
              </li>
            ))}
          </ul>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={make} loading={busy} disabled={!kept.length}>
            {kept.length === 1 ? 'Create 1 event' : `Create ${kept.length} events`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
