import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import classes from './assign-anyway.module.css'

type Doubt = { name: string; against: readonly string[] }

type Props = {
  doubts: readonly Doubt[]
  together?: number
  back?: string
  onAssign: () => void
  onBack: () => void
}

/**
 * Confirms an assignment of unsuitable people. Has the focus, so that a second press confirms; a key that is held down
 * does not.
 */
export function AssignAnyway({ doubts, together = doubts.length, back = 'Choose another', onAssign, onBack }: Props) {
  const onKeyDown = (pressed: KeyboardEvent) => {
    pressed.stopPropagation()
    if (pressed.key === 'Escape') onBack()
    if (pressed.key === 'Escape' || (pressed.key === 'Enter' && pressed.repeat)) pressed.preventDefault()
  }
  return (
    <section className={`stack ${classes.anyway}`} aria-label="Assign anyway" onKeyDown={onKeyDown}>
      <div role="alert">
        <b>{doubts.length === 1 ? `${doubts[0]?.name} isn’t suitable.` : `${doubts.length} people aren’t suitable.`}</b>
        <ul>{doubts.length === 1 ? doubts[0]?.against.map(reason) : doubts.map(reasons)}</ul>
      </div>
      <div className={`cluster ${classes.ways}`}>
        <Button color="red" variant="light" h="auto" mih={44} autoFocus data-autofocus onClick={onAssign}>
          Assign {together === 1 ? doubts[0]?.name : `all ${together}`} anyway
        </Button>
        <Button variant="subtle" color="gray" mih={44} onClick={onBack}>
          {back}
        </Button>
      </div>
    </section>
  )
}

const reason = (words: string) => (
  <li key={words}>
    <IconAlertTriangle size={14} aria-hidden />
    <span>{words}</span>
  </li>
)

const reasons = ({ name, against }: Doubt) => reason(`${name}: ${against.join(', ')}`)
