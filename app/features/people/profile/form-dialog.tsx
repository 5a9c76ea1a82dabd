import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { Calls } from '#app/collections/use-call.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'

type Props = {
  title: string
  opened: boolean
  form: Calls
  submit: string
  onClose: () => void
  onSubmit: (values: FormData) => void
  children: ReactNode
}

export function FormDialog({ title, opened, form, submit, onClose, onSubmit, children }: Props) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <FormError message={form.problem} />
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" h={44} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" h={44} loading={form.busy}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Dialogs are mounted on opening and unmounted on closing, so they keep no state in between. */
export type DialogProps = { onClose: () => void }
