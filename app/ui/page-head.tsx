import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './pieces.module.css'

export function PageHead({ title, meta, children }: { title: ReactNode; meta?: ReactNode; children?: ReactNode }) {
  return (
    <header className={classes.pageHead}>
      <div>
        <Title order={1}>{title}</Title>
        {meta && (
          <Text c="dimmed" mt={4} component="div">
            {meta}
          </Text>
        )}
      </div>
      {children && <Group gap="xs">{children}</Group>}
    </header>
  )
}
