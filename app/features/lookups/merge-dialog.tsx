import { Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate } from '@remix-run/react'
import { useState } from 'react'
import type { ListRecord } from '#app/collections/list-view.ts'
import { OptionSelect } from '#app/collections/option-select.tsx'
import { useUndo } from '#app/collections/undo.tsx'
import { useCall } from '#app/collections/use-call.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import type { Use } from '#server/lookups/uses.ts'
import { mergeText } from './change-text.ts'

type Props = {
  collection: string
  path: string
  record: ListRecord
  name: string
  uses: readonly Use[]
  onClose: () => void
}

export function MergeDialog({ collection, path, record, name, uses, onClose }: Props) {
  const [kept, setKept] = useState<{ id: number; label: string } | null>(null)
  const { call, busy, problem } = useCall('POST', '/api/setup/merge', { handled: [404], reload: 'never' })
  const navigate = useNavigate()
  const { offer } = useUndo()
  const itself = kept?.id === record.id
  const merge = async () => {
    if (!kept) return
    if (!(await call({ collection, id: record.id, into: kept.id })).ok) return
    offer(`${name} is merged with ${kept.label}.`)
    onClose()
    navigate(`${path}/${kept.id}`, { replace: true })
  }
  return (
    <Modal opened onClose={onClose} title={<span className="wrap">Merge “{name}”</span>} centered>
      <Stack gap="md">
        <OptionSelect
          collection={collection}
          label="Into"
          value={kept?.id ?? null}
          chosen={kept?.label ?? ''}
          onChange={(id, label) => setKept(id === null ? null : { id, label })}
          error={itself ? 'Choose another one.' : undefined}
          creates={false}
          all
        />
        {kept && !itself && (
          <Text size="sm" className="wrap" role="status">
            {mergeText(name, kept.label, uses)}
          </Text>
        )}
        <FormError message={problem} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" h={44} onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" h={44} loading={busy} disabled={!kept || itself} onClick={merge}>
            Merge
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
