import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import classes from './assign-anyway.module.css'

type Props = {
  name: string
  /** What speaks against them. */
  against: readonly string[]
  onAssign: () => void
  onBack: () => void
}

/**
 * Asks once more before somebody is put on a shift who does not fit. It has the focus, so that a second press answers; a key that is held down
 * does not.
 */
export function AssignAnyway({ name, against, onAssign, onBack }: Props) {
  const onKeyDown = (pressed: KeyboardEvent) => {
    pressed.stopPropagation()
    if (pressed.key === 'Escape') onBack()
    if (pressed.key === 'Escape' || (pressed.key === 'Enter' && pressed.repeat)) pressed.preventDefault()
  }
  return (
    <section className={classes.anyway} aria-label="Assign anyway" onKeyDown={onKeyDown}>
      <div role="alert">
        <b>{name} does not fit.</b>
        <ul>
          {against.map((words) => (
            <li key={words}>
              <IconAlertTriangle size={14} aria-hidden />
              {words}
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.ways}>
        <Button color="red" variant="light" h="auto" mih={44} autoFocus data-autofocus onClick={onAssign}>
          Assign {name} anyway
        </Button>
        <Button variant="subtle" color="gray" mih={44} onClick={onBack}>
          Choose another
        </Button>
      </div>
    </section>
  )
}
