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
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  const chosen = selection.chosen.all ? { filter: data.matches } : { ids: [...selection.chosen.ids] }
  const body = { ...chosen, ...(doing === 'edit' ? { changes: { [path]: value } } : { remove: true }) }
  const send = async (more: object) => {
    setBusy(true)
    const answer = await callApi('POST', `/api/${contract.name}/bulk`, { ...body, ...more })
    setBusy(false)
    setProblem(answer.ok ? undefined : answer.body)
    return answer.ok ? (answer.body as Preview & { undo?: { token: string } }) : null
  }
  const look = async () => setPreview(await send({ preview: true }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a deletion is looked at once, when the dialog opens
  useEffect(() => {
    if (doing === 'remove') void look()
  }, [])
  const named = (n: number) => `${n} ${n === 1 ? contract.singular : inSentence(contract.title)}`
  const apply = async () => {
    const done = await send({ count: preview?.count })
    if (!done) return setPreview(null)
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
