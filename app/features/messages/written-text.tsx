import type { WrittenText as Written } from '#server/messages/sending/history-contract.ts'
import classes from './written-text.module.css'

export function WrittenText({ html, text }: Written) {
  if (text) return <p className={classes.text}>{text}</p>
  if (!html)
    return <p className={classes.forgotten}>The text was deleted when the last person who got it was erased.</p>
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from Markdown by the server, which allows few tags.
    <div className={classes.prose} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
