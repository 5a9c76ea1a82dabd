import { type ReactNode, useEffect, useRef, useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import { OptionSelect } from '#app/collections/option-select.tsx'
import type { FieldName } from '#server/deliveries/texts/fields.pure.ts'
import type { ListShape } from '#server/engine/collections/contract.ts'
import type { ReadersAnswer } from '#server/messages/content/preview-contract.ts'
import { type ColumnProps, ColumnTitle } from '../columns.tsx'
import type { MessageKind } from '../draft-state.ts'
import { previewedMessage } from '../previewed.ts'
import { useReaders } from '../use-readers.ts'
import { insertField, type TextHandle } from './edit-text.ts'
import { FieldMenu } from './field-menu.tsx'
import { FieldNotes } from './field-notes.tsx'
import { FieldText } from './field-text.tsx'
import { MarkdownText } from './markdown-text.tsx'
import { PictureButton } from './picture-button.tsx'
import { SmsMeter } from './sms-meter.tsx'
import classes from './what.module.css'

type WhatProps = ColumnProps & {
  files: ReactNode
  /** Its files, by id. */
  attached: readonly number[]
}

export function WhatColumn({ files, attached, ...column }: WhatProps) {
  const { draft } = column
  const readers = useReaders(previewedMessage(draft))
  const texts = useReaders(draft.also_sms ? previewedMessage(draft, attached, 'sms') : null)
  return (
    <div className={classes.what}>
      <ColumnTitle number={2}>What</ColumnTitle>
      <div className={classes.what}>
        <TemplateSelect {...column} />
        <MessageFields {...column} readers={readers} />
        {files}
        {texts?.sms && <SmsMeter readers={texts} sms={texts.sms} />}
      </div>
    </div>
  )
}

type Text = { subject: string; body: string }

type MessageFieldsProps = {
  draft: Text & { kind: MessageKind }
  change: (patch: Partial<Text>) => void
  errors: { [field in keyof Text]?: string | undefined }
  /** Its recipients; null until known. */
  readers: ReadersAnswer | null
}

export function MessageFields({ draft, change, errors, readers }: MessageFieldsProps) {
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

type Template = { subject: string; body: string }

export function TemplateSelect({ draft, change, errors }: ColumnProps) {
  const chosen = useTemplateName(draft.template)
  const choose = async (template: number | null) => {
    if (template === null) return change({ template })
    const { ok, body } = await callApi('GET', `/api/messagetemplates/${template}`)
    const record = ok ? ((body as ListShape).results.messagetemplates?.[template] as Template | undefined) : undefined
    if (record) change({ template, body: record.body, ...(draft.kind === 'email' && { subject: record.subject }) })
  }
  return (
    <OptionSelect
      collection="messagetemplates"
      kind={draft.kind}
      label="Template"
      placeholder="None"
      value={draft.template}
      chosen={chosen}
      creates={false}
      error={errors.template}
      onChange={(id) => void choose(id)}
    />
  )
}

/** Empty until it is loaded. */
export function useTemplateName(id: number | null): string {
  const [known, setKnown] = useState<{ id: number; name: string } | null>(null)
  useEffect(() => {
    if (id === null || known?.id === id) return
    let isCurrent = true
    void callApi('GET', `/api/messagetemplates/${id}`).then(({ ok, body }) => {
      const record = ok ? (body as ListShape).results.messagetemplates?.[id] : undefined
      if (isCurrent && record) setKnown({ id, name: String((record as { name?: unknown }).name ?? '') })
    })
    return () => {
      isCurrent = false
    }
  }, [id, known])
  return known !== null && known.id === id ? known.name : ''
}
