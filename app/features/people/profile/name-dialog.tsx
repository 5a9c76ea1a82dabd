import { TextInput } from '@mantine/core'
import { useCalls } from '#app/collections/use-call.ts'
import { type DialogProps, FormDialog } from './form-dialog.tsx'

export function NameDialog({ person, onClose }: DialogProps & { person: { id: number; name: string } }) {
  const form = useCalls({ fields: ['name'] })
  const submit = async (values: FormData) => {
    const name = String(values.get('name') ?? '')
    if ((await form.call('PUT', '/api/people/', [{ id: person.id, name }])).ok) onClose()
  }
  return (
    <FormDialog title="Edit name" opened form={form} submit="Save name" onClose={onClose} onSubmit={submit}>
      <TextInput
        name="name"
        label="Full name"
        autoComplete="name"
        size="md"
        defaultValue={person.name}
        error={form.error('name')}
        data-autofocus
      />
    </FormDialog>
  )
}
