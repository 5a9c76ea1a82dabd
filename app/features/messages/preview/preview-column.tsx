import type { MessageFile } from '#server/messages/attachments/rules.ts'
import { type ColumnProps, ColumnTitle } from '../columns.tsx'
import { kindsOf } from '../draft-state.ts'
import { previewedMessage } from '../previewed.ts'
import type { LiveCount } from '../who/use-audience-count.ts'
import { ReaderPreview, SendTest } from './reader-preview.tsx'

type PreviewProps = ColumnProps & { files: readonly MessageFile[]; live: LiveCount }

export function PreviewColumn({ draft, files, live }: PreviewProps) {
  const ids = files.map(({ id }) => id)
  const text = draft.also_sms && {
    previewed: previewedMessage(draft, ids, 'sms'),
    only: live.count?.sms?.sms_only.flatMap(({ people }) => people) ?? [],
  }
  return (
    <>
      <ColumnTitle number={3}>What they’ll see</ColumnTitle>
      <ReaderPreview
        key={draft.id}
        previewed={previewedMessage(draft, ids)}
        text={text || undefined}
        foot={draft.id !== null && <SendTest id={draft.id} kinds={kindsOf(draft)} />}
      />
    </>
  )
}
