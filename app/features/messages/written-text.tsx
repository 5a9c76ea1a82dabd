import type { WrittenText as Written } from '#server/messages/sending/history-contract.ts'
import classes from './written-text.module.css'

/** @param isOver whether the message is older than texts are kept. */
export function WrittenText({ html, text, isOver = false }: Written & { isOver?: boolean }) {
  if (text) return <p className={classes.text}>{text}</p>
  if (!html)
    return (
      <p className={classes.forgotten}>
        {isOver
          ? 'Texts are kept for two years after sending.'
          : 'The text was deleted when the last person who got it was erased.'}
      </p>
    )
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from Markdown by the server, which allows few tags.
    <div className={classes.prose} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
