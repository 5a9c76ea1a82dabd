import { useRef } from 'react'
import type { ListShape } from '#server/engine/collections/contract.ts'
import type { FieldName } from '#server/messages/content/fields/rules.ts'
import { callApi } from '../../../collections/call-api.ts'
import { OptionSelect } from '../../../collections/option-select.tsx'
import type { ColumnProps } from '../columns.ts'
import { useReaders } from '../use-readers.ts'
import { insertField } from './edit-text.ts'
import { FieldMenu } from './field-menu.tsx'
import { FieldNotes } from './field-notes.tsx'
import { applyEdit, FieldText, selectionOf } from './field-text.tsx'
import { SmsMeter } from './sms-meter.tsx'
import { Toolbar } from './toolbar.tsx'
import { useTemplateName } from './use-template-name.ts'
import classes from './what.module.css'

type Template = { subject: string; body: string }

/** The template, the subject and the text of a message, with its fields. */
export function MessageFields({ draft, change, errors }: ColumnProps) {
  const subject = useRef<HTMLTextAreaElement>(null)
  const body = useRef<HTMLTextAreaElement>(null)
  const latest = useRef<'subject' | 'body'>('body')
  const readers = useReaders(draft)
  const templateName = useTemplateName(draft.template)
  const isEmail = draft.kind === 'email'
  const sms = isEmail ? null : (readers?.sms ?? null)

  const insert = (name: FieldName) => {
    const field = latest.current === 'subject' && !name.startsWith('button.') ? subject.current : body.current
    // The menu takes the focus back when it closes.
    if (field) requestAnimationFrame(() => applyEdit(field, insertField(selectionOf(field), name)))
  }
  const choose = async (template: number | null) => {
    if (template === null) return change({ template })
    const { ok, body } = await callApi('GET', `/api/messagetemplates/${template}`)
    const record = ok ? ((body as ListShape).results.messagetemplates?.[template] as Template | undefined) : undefined
    if (record) change({ template, body: record.body, ...(isEmail && { subject: record.subject }) })
  }
  return (
    <div className={classes.what}>
      <OptionSelect
        collection="messagetemplates"
        label="Template"
        placeholder="None"
        value={draft.template}
        chosen={templateName}
        creates={false}
        error={errors.template}
        onChange={(id) => void choose(id)}
      />
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
      <FieldText
        label="Message"
        value={draft.body}
        error={errors.body}
        max={20_000}
        hasMarkdown={isEmail}
        marked={sms ? new Set(sms.wide) : undefined}
        aside={<FieldMenu buttons onChoose={insert} />}
        tools={isEmail ? <Toolbar field={body} /> : undefined}
        field={body}
        onFocus={() => {
          latest.current = 'body'
        }}
        onChange={(text) => change({ body: text })}
      />
      {readers && sms && <SmsMeter readers={readers} sms={sms} onPlain={(text) => change({ body: text })} />}
      {readers && <FieldNotes readers={readers} />}
    </div>
  )
}
