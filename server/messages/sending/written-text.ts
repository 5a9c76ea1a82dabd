import { sql } from 'kysely'
import { displayHtml } from '#server/markdown/display-html.ts'
import type { AttachedFile } from '#server/messages/attachments/commands.ts'
import type { MessageFile } from '#server/messages/attachments/rules.ts'
import { withNames } from '#server/messages/content/fields/rules.ts'
import type { ReadCtx } from './history.ts'

/** The text of a message as it was written, with its fields by their names on screen; both parts are empty once it was forgotten. */
export type WrittenText = {
  /** Of an email. HTML. */
  html: string
  /** Of an SMS. */
  text: string
}

type Stored = {
  kind: 'email' | 'sms'
  body: string
  rendered_html: string | null
  renderer: number
  attachments: AttachedFile[]
}

/** Reads the text and the files of a message, which exists. */
export async function readWrittenText(
  { db }: Pick<ReadCtx, 'db'>,
  id: number,
): Promise<{ written: WrittenText; files: MessageFile[] }> {
  const { rows } = await sql<Stored>`
    select kind, body, rendered_html, renderer, attachments from messages where id = ${id}`.execute(db)
  const { kind, body, rendered_html, renderer, attachments } = rows[0]!
  return {
    written:
      kind === 'sms'
        ? { html: '', text: withNames(body) }
        : { html: withNames(displayHtml({ text: body, rendered_html, renderer })), text: '' },
    files: kind === 'sms' ? [] : attachments.map(({ key: _, ...file }) => file),
  }
}
