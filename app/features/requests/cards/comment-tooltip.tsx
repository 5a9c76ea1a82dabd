import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

export const CommentTooltip = ({ text, children }: { text: string; children: ReactElement }) => (
  <Tooltip label={text} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
    {children}
  </Tooltip>
)
