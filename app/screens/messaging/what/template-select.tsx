import type { ListShape } from '#server/engine/collections/contract.ts'
import { callApi } from '../../../collections/call-api.ts'
import { OptionSelect } from '../../../collections/option-select.tsx'
import type { ColumnProps } from '../columns.ts'
import { useTemplateName } from './use-template-name.ts'

type Template = { subject: string; body: string }

/** Chooses a template, whose subject and text then stand in the message. */
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
