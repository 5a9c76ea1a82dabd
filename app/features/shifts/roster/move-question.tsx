import { Group, Radio } from '@mantine/core'
import classes from './foot.module.css'
import type { Roster } from './use-roster.ts'

export function MoveQuestion({ shifts, distance, moves, set }: NonNullable<Roster['withEvent']>) {
  return (
    <Radio.Group
      className={classes.question}
      label={shifts === 1 ? 'Move its shift as well?' : `Move its ${shifts} shifts as well?`}
      value={moves ? 'move' : 'keep'}
      onChange={(value) => set(value === 'move')}
      size="xs"
    >
      <Group gap="md">
        <Radio size="xs" value="move" label={`Yes, ${distance}`} />
        <Radio size="xs" value="keep" label="No, leave them as they are" />
      </Group>
    </Radio.Group>
  )
}
