import { Menu } from '@mantine/core'
import { IconCircleOff } from '@tabler/icons-react'
import { AVAILABILITY_LABELS, type Mark } from '#server/availability/days/contract.ts'
import { MARKS } from './chip-button.tsx'

export function MarkItems({ mark, onChoose }: { mark: Mark; onChoose: (mark: Mark) => void }) {
  return (
    <>
      {MARKS.map((choice) => (
        <Menu.Item
          key={choice.value}
          leftSection={<choice.icon size={17} aria-hidden />}
          onClick={() => onChoose(choice.value)}
          fw={choice.value === mark ? 650 : undefined}
        >
          {AVAILABILITY_LABELS[choice.value]}
        </Menu.Item>
      ))}
      {mark !== null && (
        <Menu.Item leftSection={<IconCircleOff size={17} aria-hidden />} onClick={() => onChoose(null)}>
          Unset
        </Menu.Item>
      )}
    </>
  )
}
