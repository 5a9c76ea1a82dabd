import { Input } from '@mantine/core'
import { type ComponentType, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { loadPart } from '#app/shell/connection/lazy-part.ts'
import { type TextHandle, wrap } from './edit-text.ts'
import type { ChipTextProps, StartSelection } from './editor/chip-text.tsx'
import { PlainText } from './plain-text.tsx'
import classes from './what.module.css'

type FieldTextProps = {
  label: string
  value: string
  error: ReactNode
  max: number
  /** One line without buttons: ignores Enter and replaces pasted line breaks by spaces. */
  isLine?: boolean
  aside?: ReactNode
  tools?: ReactNode
  /** Shortcuts for bold and italic. */
  hasMarkdown?: boolean
  onLink?: (() => void) | undefined
  marked?: ReadonlySet<string> | undefined
  field: RefObject<TextHandle>
  onFocus?: () => void
  onChange: (text: string) => void
}

/** Shows fields as chips. Until the editor is loaded, and where it cannot be, fields are in braces. */
export function FieldText(props: FieldTextProps) {
  const { label, value, error, max, isLine = false, aside, tools, hasMarkdown = false, onLink, marked, field } = props
  const id = useId()
  const editor = useEditor(id)
  const edit = (mark: string, sample: string) => () =>
    field.current?.apply(wrap(field.current.selection(), mark, sample))
  const text = {
    id,
    value,
    max,
    isLine,
    labelledBy: `${id}-label`,
    describedBy: [error && `${id}-error`, editor && `${id}-hint`].filter(Boolean).join(' ') || undefined,
    isInvalid: Boolean(error),
    shortcuts: {
      ...(hasMarkdown && { b: edit('**', 'bold'), i: edit('*', 'italic') }),
      ...(onLink && { k: onLink }),
    },
    field,
    onFocus: props.onFocus,
    onChange: props.onChange,
  }
  return (
    <div>
      <div className={`between ${classes.label}`}>
        <Input.Label id={`${id}-label`} htmlFor={id} onClick={() => field.current?.focus()}>
          {label}
        </Input.Label>
        {aside}
      </div>
      {tools}
      <div className={classes.editor} data-line={isLine || undefined} data-error={error ? true : undefined}>
        {editor ? <editor.ChipText {...text} marked={marked} start={editor.start} /> : <PlainText {...text} />}
      </div>
      {editor && (
        <span id={`${id}-hint`} className="unseen">
          Names and dates are filled in for each person. Press Enter on one to change it.
        </span>
      )}
      {error && (
        <Input.Error id={`${id}-error`} mt={4}>
          {error}
        </Input.Error>
      )}
    </div>
  )
}

type Editor = { ChipText: ComponentType<ChipTextProps>; start: StartSelection | null }

let loaded: Editor['ChipText'] | null = null

/** The editor once it is loaded, with the selection of the plain field. @param id of the plain field */
function useEditor(id: string): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null)
  const plainId = useRef(id)
  plainId.current = id
  useEffect(() => {
    let isCurrent = true
    const show = (ChipText: Editor['ChipText']) => {
      loaded = ChipText
      if (isCurrent) setEditor({ ChipText, start: selectedIn(plainId.current) })
    }
    if (loaded) show(loaded)
    // Without it the text is written in the plain field.
    else
      loadPart(() => import('./editor/chip-text.tsx')).then(
        ({ ChipText }) => show(ChipText),
        () => {},
      )
    return () => {
      isCurrent = false
    }
  }, [])
  return editor
}

function selectedIn(id: string): StartSelection | null {
  const field = document.getElementById(id)
  if (!(field instanceof HTMLTextAreaElement)) return null
  return { from: field.selectionStart, to: field.selectionEnd, isFocused: field === document.activeElement }
}
