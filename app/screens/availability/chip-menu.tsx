import { Menu } from '@mantine/core'
import { IconCircleOff } from '@tabler/icons-react'
import { AVAILABILITY_LABELS } from '#server/availability/days/contract.ts'
import classes from './availability.module.css'
import { ChipButton, type ChipProps, MARKS, useMark } from './chip-button.tsx'

/** The button with its menu, open; loaded when a button is first pressed. */
export function ChipWithMenu({ date, value, size }: ChipProps) {
  const { mark, problem, choose, dialog } = useMark(date, value)
  return (
    <>
      <Menu withinPortal={false} defaultOpened position="bottom-end" shadow="md" width={200}>
        <Menu.Target>
          <ChipButton date={date} value={mark} size={size} />
        </Menu.Target>
        <Menu.Dropdown>
          {MARKS.map((choice) => (
            <Menu.Item
              key={choice.value}
              leftSection={<choice.icon size={17} aria-hidden />}
              onClick={() => choose(choice.value)}
              fw={choice.value === mark ? 650 : undefined}
            >
              {AVAILABILITY_LABELS[choice.value]}
            </Menu.Item>
          ))}
          {mark !== null && (
            <Menu.Item leftSection={<IconCircleOff size={17} aria-hidden />} onClick={() => choose(null)}>
              Unset
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog}
      {problem && (
        <span role="alert" className={classes.problem}>
          {problem}
        </span>
      )}
    </>
  )
}
