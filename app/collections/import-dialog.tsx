import { Button, FileInput } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { PlainContract } from '#server/engine/collections/contract.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { useDateFormats } from '../shell/use-root.ts'
import { FormError } from '../ui/form-error.tsx'
import { Modal } from '../ui/modal.tsx'
import { Tag } from '../ui/state-badge.tsx'
import { callApi } from './call-api.ts'
import classes from './import.module.css'
import { inSentence } from './in-sentence.ts'
import { recipientsSentence } from './notification-text.ts'
import { problemText } from './problem-text.ts'
import { useUndo } from './undo.tsx'
import { valueText } from './value-text.ts'

type Item = {
  row: number
  action: 'create' | 'update' | 'same' | 'error'
  label: string
  changes: Record<string, [unknown, unknown]>
  messages: Record<string, string[]>
}

type Outcome = {
  rows: number
  created: number
  changed: number
  unchanged: number
  errors: number
  notifies?: NotificationPreview
  columns: string[]
  ignored: string[]
  items: Item[]
  names: Record<string, Record<string, string>>
  undo?: { token: string }
}

const ACTIONS = {
  create: { label: 'New', tone: 'green' },
  update: { label: 'Changes', tone: 'amber' },
  same: { label: 'No change', tone: 'slate' },
  error: { label: 'Error', tone: 'red' },
} as const

export function ImportDialog({ contract, onClose }: { contract: PlainContract; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'reading' | 'storing' | null>(null)
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  const latest = useRef<File | null>(null)
  const send = async (chosen: File, preview: boolean) => {
    const form = new FormData()
    form.set('file', chosen)
    setBusy(preview ? 'reading' : 'storing')
    const answer = await callApi('POST', `/api/${contract.name}${preview ? '?preview=true' : ''}`, form)
    // Ignores the answer for a file that has since been replaced.
    if (latest.current !== chosen) return null
    setBusy(null)
    const result = isOutcome(answer.body) ? answer.body : null
    setProblem(answer.ok || result ? undefined : problemText(answer.body))
    return { ok: answer.ok, result }
  }
  const choose = async (chosen: File | null) => {
    latest.current = chosen
    setFile(chosen)
    setOutcome(null)
    setProblem(undefined)
    setBusy(null)
    const answer = chosen && (await send(chosen, true))
    if (answer) setOutcome(answer.result)
  }
  const apply = async () => {
    const answer = file && (await send(file, false))
    if (!answer) return
    const { ok, result } = answer
    if (result) setOutcome(result)
    if (!ok) return
    offer(
      `${result?.created ?? 0} added, ${result?.changed ?? 0} changed`,
      result?.undo && { collection: contract.name, token: result.undo.token },
    )
    onClose()
    revalidate()
  }
  const pending = outcome ? outcome.created + outcome.changed : 0
  return (
    <Modal opened onClose={onClose} size={720} title={`Import ${inSentence(contract.title)}`}>
      <div className={classes.dialog}>
        <FileInput
          label="CSV file"
          description="With a header row, like the export. A row with an existing id or name updates that record."
          placeholder="Choose a file"
          accept=".csv,text/csv"
          value={file}
          disabled={busy === 'storing'}
          onChange={choose}
          leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove file' }}
        />
        <FormError message={problem} />
        {outcome && <OutcomeTable outcome={outcome} fields={contract.fields} />}
        <div className={classes.foot}>
          <Button onClick={apply} loading={busy !== null} disabled={!outcome || outcome.errors > 0 || pending === 0}>
            {outcome && pending > 0 ? `Import ${pending} ${pending === 1 ? 'row' : 'rows'}` : 'Import'}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Modal>
  )
}

function OutcomeTable({ outcome, fields }: { outcome: Outcome; fields: PlainContract['fields'] }) {
  const { rows, created, changed, unchanged, errors, notifies, ignored, items, names } = outcome
  const when = useDateFormats()
  return (
    <section aria-label="Preview">
      <p className={classes.summary} role="status">
        <b className="num">{rows}</b> rows: {created} new, {changed} changed, {unchanged} unchanged,{' '}
        <b data-errors={errors > 0 || undefined}>{errors} with errors</b>.
        {notifies && ` ${recipientsSentence(notifies)}`}
        {errors > 0 && ' Correct the errors in the file and choose it again. Nothing is imported until then.'}
      </p>
      {ignored.length > 0 && <p className={classes.summary}>Ignored columns: {ignored.join(', ')}.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Rows of the file">
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Result</th>
              <th scope="col">Name</th>
              <th scope="col">Details</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.row}>
                <td className="num">{item.row}</td>
                <td>
                  <Tag tone={ACTIONS[item.action].tone} quiet>
                    {ACTIONS[item.action].label}
                  </Tag>
                </td>
                <td>{item.label}</td>
                <td>{detailsOf(item, fields, (key, value) => valueText(fields[key], value, names, when))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows > items.length && <p className={classes.summary}>Showing the first {items.length} rows, errors first.</p>}
    </section>
  )
}

function detailsOf(
  { action, changes, messages }: Item,
  fields: PlainContract['fields'],
  formatValue: (key: string, value: unknown) => string,
): string {
  const titleOf = (key: string) => fields[key]?.title ?? key
  if (action === 'error')
    return Object.entries(messages)
      .map(([key, errors]) => `${key === 'non_field_errors' ? '' : `${titleOf(key)}: `}${errors.join(' ')}`)
      .join('; ')
  if (action !== 'update') return ''
  return Object.entries(changes)
    .map(([key, [before, after]]) => `${titleOf(key)}: ${formatValue(key, before)} → ${formatValue(key, after)}`)
    .join('; ')
}

const isOutcome = (body: unknown): body is Outcome =>
  typeof body === 'object' && body !== null && 'items' in body && 'rows' in body
