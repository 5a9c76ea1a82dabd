import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import classes from './person.module.css'

type Props = { name: string; onEdit: () => void; onRemove: () => void }

export const RecordMenu = ({ name, onEdit, onRemove }: Props) => (
  <Menu position="bottom-end" width={200} shadow="md" withinPortal={false}>
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" size={44} aria-label={`Actions on the record of ${name}`}>
        <IconDots size={18} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
        Edit
      </Menu.Item>
      <Menu.Item className={classes.danger} leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
        Remove
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
