import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useDateFormats } from '../shell/use-root.ts'
import { useUndo } from './undo.tsx'

export function RecentUndos({ collection }: { collection: string }) {
  const when = useDateFormats()
  const { recent, undo } = useUndo()
  const undoable = recent.filter((change) => change.collection === collection)
  if (!undoable.length) return null
  return (
    <Menu position="bottom-end" withinPortal={false} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Undo an earlier change" title="Undo">
          <IconArrowBackUp size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Undo (within a day)</Menu.Label>
        {undoable.map((change) => (
          <Menu.Item key={change.token} onClick={() => undo(change)}>
            {change.text} <small className="num">{when.dateTime(change.at)}</small>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
