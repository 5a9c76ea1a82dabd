import { type ReactNode, type RefObject, useState } from 'react'
import type { FieldName } from '#server/deliveries/texts/fields.pure.ts'
import type { TextHandle } from './edit-text.ts'
import { FieldText } from './field-text.tsx'
import { Toolbar } from './toolbar.tsx'

type MarkdownTextProps = {
  label: string
  value: string
  error: ReactNode
  max: number
  picture?: ReactNode
  field: RefObject<TextHandle>
  onField: (name: FieldName) => void
  onFocus?: () => void
  onChange: (text: string) => void
}

export function MarkdownText({ picture, field, onField, ...text }: MarkdownTextProps) {
  const [isLinking, setLinking] = useState(false)
  return (
    <FieldText
      {...text}
      field={field}
      hasMarkdown
      onLink={() => setLinking(true)}
      tools={<Toolbar field={field} isLinking={isLinking} onLinking={setLinking} onField={onField} picture={picture} />}
    />
  )
}
