import { Button, Group, Modal, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import type { PlainContract } from '#server/engine/collections/contract.ts'
import type { Uses } from '#server/lookups/uses.ts'
import { firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import type { ListRecord } from '../../collections/list-view.ts'
import { useUndo } from '../../collections/undo.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { mergeText, usesText } from './change-text.ts'

type Props = {
  contract: PlainContract
  record: ListRecord
  others: readonly ListRecord[]
  /** The uses of the records of the list, by id. */
  uses: Uses[string]
  onClose: () => void
}

/** Merges a record with another one of its list: which of the two stays is chosen, with what uses each. */
export function MergeDialog({ contract: { name: collection, singular, label }, record, others, uses, onClose }: Props) {
  const [other, setOther] = useState<number | null>(null)
  const [kept, setKept] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  const { offer } = useUndo()
  const nameOf = ({ id, ...row }: ListRecord) => String(row[label ?? 'name'] || `Untitled ${singular} ${id}`)
  const chosen = others.find(({ id }) => id === other)
  const pair = chosen ? [chosen, record] : []
  const stays = pair.find(({ id }) => id === kept)
  const goes = pair.find(({ id }) => id !== kept)
  const merge = async () => {
    if (!stays || !goes) return
    setBusy(true)
    const { ok, body } = await callApi('POST', '/api/setup/merge', { collection, id: goes.id, into: stays.id }, [404])
    setBusy(false)
    if (!ok) return setProblem(firstMessage(body, []) ?? 'Not merged. Please try again.')
    offer(`${nameOf(goes)} is merged with ${nameOf(stays)}.`)
    onClose()
    revalidate()
  }
  return (
    <Modal opened onClose={onClose} title={<span className="wrap">Merge “{nameOf(record)}”</span>} centered>
      <Stack gap="md">
        <NativeSelect
          label="With"
          data={[
            { value: '', label: `Choose another ${singular}`, disabled: true },
            ...others.map((row) => ({ value: String(row.id), label: nameOf(row) })),
          ]}
          value={String(other ?? '')}
          onChange={(event) => {
            const id = Number(event.currentTarget.value)
            setOther(id)
            setKept(id)
          }}
          data-autofocus
        />
        {chosen && (
          <Radio.Group label="Which one stays?" value={String(kept)} onChange={(id) => setKept(Number(id))}>
            <Stack gap="sm" mt="xs">
              {pair.map((row) => (
                <Radio
                  key={row.id}
                  value={String(row.id)}
                  label={<span className="wrap">{nameOf(row)}</span>}
                  description={usesText(uses[row.id] ?? []) || 'not used yet'}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {stays && goes && (
          <Text size="sm" className="wrap" role="status">
            {mergeText(nameOf(goes), nameOf(stays), uses[goes.id] ?? [])}
          </Text>
        )}
        <FormError message={problem} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" h={44} onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" h={44} loading={busy} disabled={!stays} onClick={merge}>
            Merge
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
