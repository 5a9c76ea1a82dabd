import { ColumnTitle } from '../column-title.tsx'
import type { ColumnProps } from '../columns.ts'
import { previewedMessage } from '../previewed.ts'
import { ReaderPreview, SendTest } from './reader-preview.tsx'

/** The message as its readers have it. */
export const PreviewColumn = ({ draft }: ColumnProps) => (
  <>
    <ColumnTitle number={3}>As they read it</ColumnTitle>
    <ReaderPreview
      key={draft.id}
      previewed={previewedMessage(draft)}
      foot={draft.id !== null && <SendTest id={draft.id} />}
    />
  </>
)
