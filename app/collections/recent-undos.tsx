import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useWhen } from '../shell/use-root.ts'
import { useUndo } from './undo.tsx'

/** What was done to this list within the last day, each with its undoing. */
export function RecentUndos({ collection }: { collection: string }) {
  const when = useWhen()
  const { recent, undo } = useUndo()
  const own = recent.filter((one) => one.collection === collection)
  if (!own.length) return null
  return (
    <Menu position="bottom-end" withinPortal={false} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Undo an earlier change" title="Undo">
          <IconArrowBackUp size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Undo, within a day</Menu.Label>
        {own.map((one) => (
          <Menu.Item key={one.token} onClick={() => undo(one)}>
            {one.text} <small className="num">{when.dateTime(one.at)}</small>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
