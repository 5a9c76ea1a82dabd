import { Group, Radio } from '@mantine/core'
import classes from './foot.module.css'
import type { Roster } from './use-roster.ts'

export function ExtendQuestion({ shifts, until, extends: isExtended, set }: NonNullable<Roster['beyond']>) {
  return (
    <Radio.Group
      className={classes.question}
      label={`Extend the event? ${shifts === 1 ? '1 shift ends' : `${shifts} shifts end`} after it.`}
      value={isExtended ? 'extend' : 'keep'}
      onChange={(value) => set(value === 'extend')}
      size="xs"
    >
      <Group gap="md">
        <Radio size="xs" value="extend" label={`Yes, until ${until}`} />
        <Radio size="xs" value="keep" label="No, leave it as it is" />
      </Group>
    </Radio.Group>
  )
}
