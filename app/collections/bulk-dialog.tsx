import { Button, NativeSelect } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import type { AheadChoice } from '#server/leaving/contract.ts'
import { FormError } from '../ui/form-error.tsx'
import { Modal } from '../ui/modal.tsx'
import { AheadChoices } from './ahead-choice.tsx'
import { fieldMessage, firstMessage } from './answer-messages.ts'
import classes from './bulk.module.css'
import { BulkPreview, type Preview } from './bulk-preview.tsx'
import { callApi } from './call-api.ts'
import { FieldInput } from './field-input.tsx'
import { inSentence } from './in-sentence.ts'
import type { ListData, ListView } from './list-view.ts'
import { useUndo } from './undo.tsx'
import type { Selection } from './use-selection.ts'

type Props = {
  view: ListView
  data: ListData
  selection: Selection
  action: 'edit' | 'remove'
  onClose: () => void
}

type BulkAnswer = Preview & { undo?: { token: string } }

const missingIds = (body: unknown): number[] =>
  typeof body === 'object' && body !== null && 'gone' in body && Array.isArray(body.gone) ? body.gone.map(Number) : []

export function BulkDialog({ view, data, selection, action, onClose }: Props) {
  const { contract } = data
  const paths = (view.bulk ?? []).filter((key) => contract.fields[key])
  const [path, setPath] = useState(paths[0] ?? '')
  const field = contract.fields[path]
  const [value, setValue] = useState<unknown>(field?.initial ?? null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [problem, setProblem] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [choice, setChoice] = useState<AheadChoice>('find_cover')
  const [goneCount, setGoneCount] = useState(0)
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  /** @param excluded ids found deleted since the last render. */
  const send = async (more: object, excluded: readonly number[] = []): Promise<BulkAnswer | null> => {
    const { chosen } = selection
    const ids = chosen.all ? [] : [...chosen.ids].filter((id) => !excluded.includes(id))
    const change = action === 'edit' ? { changes: { [path]: value } } : { remove: true }
    setBusy(true)
    const address = `/api/${contract.name}/bulk`
    const body = { ...(chosen.all ? { filter: data.matches } : { ids }), ...change, ...more }
    const answer = await callApi('POST', address, body, [404])
    setBusy(false)
    if (answer.status !== 404) {
      // A refused deletion is previewed again; its message stays on screen.
      if (!answer.ok || action === 'edit') setProblem(answer.ok ? undefined : answer.body)
      return answer.ok ? (answer.body as BulkAnswer) : null
    }
    const gone = missingIds(answer.body)
    if (gone.length === 0) setProblem({ detail: 'Something here has since been deleted. Please try again.' })
    else if (gone.length === ids.length) offer('They have already been deleted.')
    setGoneCount((count) => count + gone.length)
    selection.drop(gone)
    revalidate()
    const someLeft = gone.length > 0 && gone.length < ids.length
    return someLeft && 'preview' in more ? send(more, [...excluded, ...gone]) : null
  }
  const loadPreview = async () => setPreview(await send({ preview: true }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a deletion is previewed once, when the dialog opens
  useEffect(() => {
    if (action === 'remove') void loadPreview()
  }, [])
  const countLabel = (n: number) => `${n} ${n === 1 ? contract.singular : inSentence(contract.title)}`
  const apply = async () => {
    const chosen = preview?.shifts_ahead ? { shifts: choice } : {}
    const done = await send({ count: preview?.count, confirm: preview?.confirm, ...chosen })
    if (!done) return action === 'remove' ? loadPreview() : setPreview(null)
    offer(
      action === 'edit' ? `${done.changed ?? done.count} changed` : `${countLabel(done.count)} deleted`,
      done.undo && { collection: contract.name, token: done.undo.token },
    )
    selection.clear()
    onClose()
    revalidate()
  }
  const count = preview ? (action === 'edit' ? preview.changed : preview.count) : 0
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={action === 'edit' ? `Edit ${selection.count} selected` : `Delete ${selection.count} selected`}
    >
      <div className={classes.dialog}>
        <FormError message={firstMessage(problem, [path])} />
        {goneCount > 0 && (
          <p role="status">
            {goneCount} of them {goneCount === 1 ? 'has' : 'have'} already been deleted.
          </p>
        )}
        {action === 'edit' && field && (
          <>
            <NativeSelect
              label="Field"
              data={paths.map((key) => ({ value: key, label: contract.fields[key]?.title ?? key }))}
              value={path}
              onChange={(event) => {
                const next = event.currentTarget.value
                setPath(next)
                setValue(contract.fields[next]?.initial ?? null)
                setPreview(null)
              }}
            />
            <FieldInput
              key={path}
              name={path}
              field={field.kind === 'boolean' ? field : { ...field, title: 'New value' }}
              value={value}
              names={(field.to && data.labels[field.to]) || {}}
              hint={view.hints?.[path]}
              onChange={(next) => {
                setValue(next)
                setPreview(null)
              }}
              error={fieldMessage(problem, path)}
            />
          </>
        )}
        {preview && (
          <BulkPreview preview={preview} fields={contract.fields} action={action} deleting={view.deleteNote} />
        )}
        {preview?.shifts_ahead ? (
          <AheadChoices
            removal={action === 'remove'}
            count={preview.shifts_ahead}
            value={choice}
            onChange={setChoice}
          />
        ) : null}
        <div className={classes.foot}>
          {action === 'edit' && !preview ? (
            <Button onClick={loadPreview} loading={busy}>
              Preview
            </Button>
          ) : (
            <Button
              color={action === 'remove' ? 'red' : 'brand'}
              onClick={apply}
              loading={busy}
              disabled={!preview || count === 0 || preview.refused > 0}
            >
              {action === 'remove'
                ? `Delete ${countLabel(count)}`
                : count === 0
                  ? 'Nothing to change'
                  : `Change ${countLabel(count)}`}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Modal>
  )
}
