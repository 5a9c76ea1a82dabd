import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './pieces.module.css'
import type { Icon } from './section-card.tsx'

export function EmptyState({
  icon: Glyph,
  title,
  text,
  action,
}: {
  icon: Icon
  title: string
  text?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={classes.empty}>
      <Glyph size={32} stroke={1.5} aria-hidden />
      <Text fw={600}>{title}</Text>
      {text && (
        <Text fz="sm" c="dimmed" maw={360}>
          {text}
        </Text>
      )}
      {action && <div style={{ marginTop: 8 }}>{action}</div>}
    </div>
  )
}
