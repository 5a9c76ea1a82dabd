import { Button } from '@mantine/core'
import { useNavigate } from '@remix-run/react'
import { IconTrash } from '@tabler/icons-react'
import { FormError } from '../ui/form-error.tsx'
import classes from './panel.module.css'
import { useDelete } from './use-delete.tsx'

type Props = {
  collection: string
  singular: string
  id: number
  name: string
  closed: string
  note: string | undefined
}

export function DeleteRecord({ closed, note, ...record }: Props) {
  const navigate = useNavigate()
  const { busy, refused, remove, dialog } = useDelete({
    ...record,
    onDeleted: () => navigate(closed, { replace: true }),
  })
  return (
    <div className={classes.deleting}>
      <FormError message={refused} />
      <Button
        className={classes.delete}
        variant="subtle"
        color="red"
        loading={busy}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={remove}
      >
        Delete {record.singular}
      </Button>
      {note && <small>{note} You can undo this for a day.</small>}
      {dialog}
    </div>
  )
}
