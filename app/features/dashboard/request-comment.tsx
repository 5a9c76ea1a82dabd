import { Tooltip } from '@mantine/core'
import classes from './pending-requests.module.css'

export const RequestComment = ({ text }: { text: string }) => (
  <Tooltip label={text} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
    <button type="button" className={classes.comment} aria-label={`Comment: ${text}`}>
      <span>“{text}”</span>
    </button>
  </Tooltip>
)
