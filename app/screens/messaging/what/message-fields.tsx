import { useRef } from 'react'
import type { FieldName } from '#server/deliveries/texts/fields.pure.ts'
import type { ReadersAnswer } from '#server/messages/content/preview-contract.ts'
import type { MessageKind } from '../draft-state.ts'
import { insertField } from './edit-text.ts'
import { FieldMenu } from './field-menu.tsx'
import { FieldNotes } from './field-notes.tsx'
import { FieldText } from './field-text.tsx'
import { MarkdownText } from './markdown-text.tsx'
import { PictureButton } from './picture-button.tsx'
import { SmsMeter } from './sms-meter.tsx'
import type { TextHandle } from './text-handle.ts'

type Text = { subject: string; body: string }

type Props = {
  draft: Text & { kind: MessageKind }
  change: (patch: Partial<Text>) => void
  errors: { [field in keyof Text]?: string | undefined }
  /** Who receives it; null until that is known. */
  readers: ReadersAnswer | null
}

/** The subject and the text of a message or template, with its fields. */
export function MessageFields({ draft, change, errors, readers }: Props) {
  const subject = useRef<TextHandle>(null)
  const body = useRef<TextHandle>(null)
  const latest = useRef<'subject' | 'body'>('body')
  const isEmail = draft.kind === 'email'
  const sms = isEmail ? null : (readers?.sms ?? null)

  const insert = (name: FieldName) => {
    const field = latest.current === 'subject' && !name.startsWith('button.') ? subject.current : body.current
    // The menu takes the focus back when it closes.
    if (field) requestAnimationFrame(() => field.apply(insertField(field.selection(), name)))
  }
  const message = {
    label: 'Message',
    value: draft.body,
    error: errors.body,
    max: 20_000,
    field: body,
    onFocus: () => {
      latest.current = 'body'
    },
    onChange: (text: string) => change({ body: text }),
  }
  return (
    <>
      {isEmail && (
        <FieldText
          label="Subject"
          value={draft.subject}
          error={errors.subject}
          max={300}
          isLine
          field={subject}
          onFocus={() => {
            latest.current = 'subject'
          }}
          onChange={(text) => change({ subject: text })}
        />
      )}
      {isEmail ? (
        <MarkdownText {...message} onField={insert} picture={<PictureButton field={body} />} />
      ) : (
        <FieldText
          {...message}
          marked={sms ? new Set(sms.wide) : undefined}
          aside={<FieldMenu buttons onChoose={insert} />}
        />
      )}
      {readers && sms && <SmsMeter readers={readers} sms={sms} onPlain={(text) => change({ body: text })} />}
      {readers && <FieldNotes readers={readers} />}
    </>
  )
}
