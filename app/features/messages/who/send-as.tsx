import { Checkbox } from '@mantine/core'
import { useSite } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import type { ColumnProps } from '../columns.tsx'
import { kindsOf, type MessageKind } from '../draft-state.ts'
import classes from './who.module.css'

const LABELS: Record<MessageKind, string> = { email: 'Email', sms: 'SMS' }

/** Whether a draft is sent as an email, a text, or both. */
export function SendAs({ draft, change, errors }: ColumnProps) {
  const { sms_enabled } = useSite()
  const ticked = kindsOf(draft)
  if (!sms_enabled && draft.kind === 'email' && !draft.also_sms) return null
  const toggle = (kind: MessageKind) => {
    if (!ticked.includes(kind)) change({ kind: 'email', also_sms: true })
    else change({ kind: kind === 'email' ? 'sms' : 'email', also_sms: false })
  }
  return (
    <>
      <fieldset className={`cluster ${classes.sendAs}`} aria-label="Send as">
        {(['email', 'sms'] as const).map((kind) => (
          <Checkbox
            key={kind}
            label={LABELS[kind]}
            checked={ticked.includes(kind)}
            // One of them stays.
            disabled={ticked.length === 1 && ticked.includes(kind)}
            onChange={() => toggle(kind)}
          />
        ))}
      </fieldset>
      <FormError message={errors.kind ?? errors.also_sms} />
    </>
  )
}
