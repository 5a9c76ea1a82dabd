import { Menu } from '@mantine/core'
import classes from './availability.module.css'
import { ChipButton, type ChipProps, useMark } from './chip-button.tsx'
import { MarkItems } from './mark-items.tsx'

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
          <MarkItems mark={mark} onChoose={choose} />
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
