import { Tooltip } from '@mantine/core'
import classes from './pending-requests.module.css'

/** The comment of a request, cut to two lines; a tooltip has all of it. */
export const RequestComment = ({ text }: { text: string }) => (
  <Tooltip label={text} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
    <button type="button" className={classes.comment} aria-label={`Comment: ${text}`}>
      <span>“{text}”</span>
    </button>
  </Tooltip>
)
