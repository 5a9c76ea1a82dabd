import type { MessageFile } from '#server/messages/attachments/rules.ts'
import { type ColumnProps, ColumnTitle } from '../columns.tsx'
import { previewedMessage } from '../previewed.ts'
import { ReaderPreview, SendTest } from './reader-preview.tsx'

export const PreviewColumn = ({ draft, files }: ColumnProps & { files: readonly MessageFile[] }) => (
  <>
    <ColumnTitle number={3}>As they read it</ColumnTitle>
    <ReaderPreview
      key={draft.id}
      previewed={previewedMessage(
        draft,
        files.map(({ id }) => id),
      )}
      foot={draft.id !== null && <SendTest id={draft.id} />}
    />
  </>
)
