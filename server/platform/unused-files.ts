import { sql } from 'kysely'
import { filesOf } from '#server/messages/attachments/files.ts'
import { type RemoveParts, removeUnused } from './remove-unused.ts'

const isUsed = sql`exists (select from core.messages m where m.site_id = f.site_id and m.attachments <> '[]'
  and m.attachments @> jsonb_build_array(jsonb_build_object('id', f.id)))`

/** Removes files that no message has had for two days. @returns how many were removed. */
export const removeUnusedFiles = (parts: RemoveParts): Promise<number> =>
  removeUnused(parts, {
    table: 'message_files',
    mark: (condition) => sql`
      update core.message_files f set unused_since = case when ${isUsed} then null else ${parts.now}::timestamptz end
      where (unused_since is null) = not ${isUsed} and ${condition}`,
    pathOf: ({ site, key }) => `${filesOf(site)}${key}`,
  })
