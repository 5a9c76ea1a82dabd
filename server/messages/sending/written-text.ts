import { sql } from 'kysely'
import { withNames } from '#server/deliveries/texts/fields.pure.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { displayHtml } from '#server/markdown/display-html.ts'
import type { AttachedFile } from '#server/messages/attachments/commands.ts'
import type { MessageFile } from '#server/messages/attachments/rules.ts'
import type { WrittenText } from './history-contract.ts'

type Stored = {
  kind: 'email' | 'sms'
  body: string
  rendered_html: string | null
  renderer: number
  attachments: AttachedFile[]
}

export async function readWrittenText(
  { db }: Pick<Ctx, 'db'>,
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
