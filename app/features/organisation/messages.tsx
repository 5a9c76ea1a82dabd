import { Checkbox, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { useDateFormats } from '#app/shell/use-root.ts'
import { TimeInput } from '#app/ui/time-input.tsx'
import type { Organisation } from '#server/organisation/contract.ts'
import { REMINDERS } from '#server/organisation/reminders-contract.ts'
import classes from './organisation.module.css'
import { SectionForm } from './section-form.tsx'

type Props = { stored: Organisation }

export const RemindersSection = ({ stored }: Props) => (
  <SectionForm
    id="reminders"
    title="Reminders"
    hint="When to remind people of their shifts, at the same time of day as the shift."
    stored={stored}
    fields={['reminder_offsets']}
  >
    {({ values, set, error }) => (
      <Checkbox.Group
        label="Send a reminder"
        error={error('reminder_offsets')}
        value={values.reminder_offsets}
        onChange={(chosen) =>
          set(
            'reminder_offsets',
            REMINDERS.map(({ offset }) => offset).filter((offset) => chosen.includes(offset)),
          )
        }
      >
        <Stack gap="xs" mt={8}>
          {REMINDERS.map(({ offset, label }) => (
            <Checkbox key={offset} value={offset} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
    )}
  </SectionForm>
)

/** Without a provider, texts can be switched off but not on. */
export function SmsSection({ stored, canSend }: Props & { canSend: boolean }) {
  const { timeFormat } = useDateFormats()
  return (
    <SectionForm
      id="sms"
      title="SMS"
      hint="Texts go to members with a verified phone who have chosen to get them."
      stored={stored}
      fields={['sms_enabled', 'quiet_start', 'quiet_end', 'sms_price', 'currency']}
    >
      {({ values, set, error }) => (
        <>
          <Switch
            label="Send texts"
            checked={values.sms_enabled}
            disabled={!canSend && !values.sms_enabled}
            description={canSend ? undefined : 'No SMS provider is set up, so texts can’t be sent.'}
            onChange={(event) => set('sms_enabled', event.currentTarget.checked)}
          />
          <div className={classes.pair}>
            <TimeInput
              format={timeFormat}
              label="Quiet from"
              description="No texts are sent during quiet hours."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={values.quiet_start}
              error={error('quiet_start')}
              onChange={(time) => set('quiet_start', time)}
            />
            <TimeInput
              format={timeFormat}
              label="Quiet until"
              value={values.quiet_end}
              error={error('quiet_end')}
              onChange={(time) => set('quiet_end', time)}
            />
          </div>
          <div className={classes.pair}>
            <NumberInput
              label="Price per text part"
              description="What your provider charges. A long text counts as several parts."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              min={0}
              max={1000}
              decimalScale={4}
              hideControls
              value={values.sms_price ?? ''}
              error={error('sms_price')}
              onChange={(price) => set('sms_price', price === '' ? null : Number(price))}
            />
            <TextInput
              label="Currency"
              maxLength={3}
              value={values.currency}
              error={error('currency')}
              onChange={(event) => set('currency', event.currentTarget.value.toUpperCase())}
            />
          </div>
        </>
      )}
    </SectionForm>
  )
}
