import { OpenedMenu } from '#app/ui/opened-menu.tsx'
import classes from './availability.module.css'
import { ChipButton, type ChipProps, useMark } from './chip-button.tsx'
import { MarkItems } from './mark-items.tsx'

export function ChipWithMenu({ date, value, size }: ChipProps) {
  const { mark, problem, choose, dialog } = useMark(date, value)
  return (
    <>
      <OpenedMenu button={<ChipButton date={date} value={mark} size={size} />} position="bottom-end" width={200}>
        <MarkItems mark={mark} onChoose={choose} />
      </OpenedMenu>
      {dialog}
      {problem && (
        <span role="alert" className={classes.problem}>
          {problem}
        </span>
      )}
    </>
  )
}
