import { Button, Modal, NativeSelect } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { FormError } from '../ui/form-error.tsx'
import { firstMessage, messageUnder } from './answer-messages.ts'
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
  doing: 'edit' | 'remove'
  onClose: () => void
}

type Answered = Preview & { undo?: { token: string } }

/** What a refused call names as no longer there. */
const goneIn = (body: unknown): number[] =>
  typeof body === 'object' && body !== null && 'gone' in body && Array.isArray(body.gone) ? body.gone.map(Number) : []

/** Changes or deletes the chosen rows: first what would happen, then the thing itself. */
export function BulkDialog({ view, data, selection, doing, onClose }: Props) {
  const { contract } = data
  const paths = view.bulk ?? []
  const [path, setPath] = useState(paths[0] ?? '')
  const field = contract.fields[path]
  const [value, setValue] = useState<unknown>(field?.initial ?? null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [problem, setProblem] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  /** How many of the chosen ones somebody else deleted while they were looked at. */
  const [lost, setLost] = useState(0)
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  /** @param without ids that were found to be gone since this was drawn. */
  const send = async (more: object, without: readonly number[] = []): Promise<Answered | null> => {
    const { chosen } = selection
    const ids = chosen.all ? [] : [...chosen.ids].filter((id) => !without.includes(id))
    const change = doing === 'edit' ? { changes: { [path]: value } } : { remove: true }
    setBusy(true)
    const address = `/api/${contract.name}/bulk`
    const body = { ...(chosen.all ? { filter: data.matches } : { ids }), ...change, ...more }
    const answer = await callApi('POST', address, body, [404])
    setBusy(false)
    if (answer.status !== 404) {
      // A deletion is looked at again after a refusal, which stays to be read.
      if (!answer.ok || doing === 'edit') setProblem(answer.ok ? undefined : answer.body)
      return answer.ok ? (answer.body as Answered) : null
    }
    const gone = goneIn(answer.body)
    if (gone.length === 0) setProblem({ detail: 'Something here was deleted meanwhile. Please try again.' })
    else if (gone.length === ids.length) offer('They were deleted meanwhile.')
    setLost((many) => many + gone.length)
    selection.drop(gone)
    revalidate()
    const others = gone.length > 0 && gone.length < ids.length
    return others && 'preview' in more ? send(more, [...without, ...gone]) : null
  }
  const look = async () => setPreview(await send({ preview: true }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a deletion is looked at once, when the dialog opens
  useEffect(() => {
    if (doing === 'remove') void look()
  }, [])
  const named = (n: number) => `${n} ${n === 1 ? contract.singular : inSentence(contract.title)}`
  const apply = async () => {
    const done = await send({ count: preview?.count })
    if (!done) return doing === 'remove' ? look() : setPreview(null)
    offer(
      doing === 'edit' ? `${done.changed ?? done.count} changed` : `${named(done.count)} deleted`,
      done.undo && { collection: contract.name, token: done.undo.token },
    )
    selection.clear()
    onClose()
    revalidate()
  }
  const count = preview ? (doing === 'edit' ? preview.changed : preview.count) : 0
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={doing === 'edit' ? `Edit ${selection.count} selected` : `Delete ${selection.count} selected`}
    >
      <div className={classes.dialog}>
        <FormError message={firstMessage(problem, [path])} />
        {lost > 0 && (
          <p role="status">
            {lost} of them {lost === 1 ? 'was' : 'were'} deleted meanwhile.
          </p>
        )}
        {doing === 'edit' && field && (
          <>
            <NativeSelect
              label="Field"
              data={paths.map((at) => ({ value: at, label: contract.fields[at]?.title ?? at }))}
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
              field={{ ...field, title: field.kind === 'boolean' ? field.title : 'New value' }}
              value={value}
              names={(field.to && data.labels[field.to]) || {}}
              hint={view.hints?.[path]}
              onChange={(next) => {
                setValue(next)
                setPreview(null)
              }}
              error={messageUnder(problem, path)}
            />
          </>
        )}
        {preview && <BulkPreview preview={preview} fields={contract.fields} doing={doing} deleting={view.deleting} />}
        <div className={classes.foot}>
          {doing === 'edit' && !preview ? (
            <Button onClick={look} loading={busy}>
              Preview
            </Button>
          ) : (
            <Button
              color={doing === 'remove' ? 'red' : undefined}
              onClick={apply}
              loading={busy}
              disabled={!preview || count === 0 || preview.refused > 0}
            >
              {doing === 'remove'
                ? `Delete ${named(count)}`
                : count === 0
                  ? 'Nothing to change'
                  : `Change ${named(count)}`}
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
