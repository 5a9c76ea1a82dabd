import { Input } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { splitAtFields } from '#server/messages/content/fields/rules.ts'
import { type Edit, fieldBeside, link, wrap } from './edit-text.ts'
import classes from './what.module.css'

type Props = {
  label: string
  value: string
  error: ReactNode
  max: number
  /** One line: Enter does nothing. */
  isLine?: boolean
  /** Shows this beside the label. */
  aside?: ReactNode
  /** Shows this above the text. */
  tools?: ReactNode
  /** Shortcuts for bold, italic and links. */
  hasMarkdown?: boolean
  /** Characters that are marked. */
  marked?: ReadonlySet<string> | undefined
  field: RefObject<HTMLTextAreaElement>
  onFocus?: () => void
  onChange: (text: string) => void
}

/** Changes the text of a field as if it were typed, so that the browser's Undo takes it back. */
export function applyEdit(field: HTMLTextAreaElement, { from, to, insert, selectFrom, selectTo }: Edit): void {
  field.focus()
  field.setSelectionRange(from, to)
  const isDone = insert ? document.execCommand('insertText', false, insert) : document.execCommand('delete')
  if (!isDone) {
    field.setRangeText(insert, from, to, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.setSelectionRange(selectFrom, selectTo)
}

export const selectionOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => ({
  text: value,
  from: selectionStart,
  to: selectionEnd,
})

/** A text with fields, which are highlighted and deleted as a whole. It grows with its text. */
export function FieldText(props: Props) {
  const {
    label,
    value,
    error,
    max,
    isLine = false,
    aside,
    tools,
    hasMarkdown = false,
    marked,
    field,
    onFocus,
    onChange,
  } = props
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isLine && event.key === 'Enter') return event.preventDefault()
    const edit = editFor(event, hasMarkdown)
    if (!edit) return
    event.preventDefault()
    applyEdit(event.currentTarget, edit)
  }
  return (
    <div>
      <div className={classes.label}>
        <Input.Label htmlFor={id}>{label}</Input.Label>
        {aside}
      </div>
      {tools}
      <div className={classes.editor} data-line={isLine || undefined} data-error={error ? true : undefined}>
        <div className={classes.mirror} aria-hidden>
          <Highlighted text={value} marked={marked} />
        </div>
        <textarea
          id={id}
          ref={field}
          value={value}
          maxLength={max}
          rows={1}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          onChange={(event) => onChange(isLine ? oneLineOf(event.currentTarget.value) : event.currentTarget.value)}
        />
      </div>
      {error && (
        <Input.Error id={`${id}-error`} mt={4}>
          {error}
        </Input.Error>
      )}
    </div>
  )
}

function editFor(event: KeyboardEvent<HTMLTextAreaElement>, hasMarkdown: boolean): Edit | null {
  const selection = selectionOf(event.currentTarget)
  const { text, from, to } = selection
  if ((event.key === 'Backspace' || event.key === 'Delete') && from === to) {
    const beside = fieldBeside(text, from, event.key === 'Backspace' ? 'before' : 'after')
    return beside && { ...beside, insert: '', selectFrom: beside.from, selectTo: beside.from }
  }
  if (!hasMarkdown || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return null
  if (event.key === 'b') return wrap(selection, '**', 'bold')
  if (event.key === 'i') return wrap(selection, '*', 'italic')
  return event.key === 'k' ? link(selection) : null
}

/** The text behind the field, whose letters are the field's own. */
function Highlighted({ text, marked }: { text: string; marked: Props['marked'] }) {
  let at = 0
  const parts = splitAtFields(text).map((part) => {
    const written = typeof part === 'string' ? part : part.written
    const key = at
    at += written.length
    if (typeof part !== 'string') return <mark key={key}>{written}</mark>
    return <span key={key}>{marked?.size ? withMarked(part, marked) : part}</span>
  })
  // A last line without letters has a height, too.
  return <>{[...parts, <br key="end" />]}</>
}

function withMarked(text: string, marked: ReadonlySet<string>): ReactNode[] {
  let at = 0
  return [...text].map((letter) => {
    at += 1
    return marked.has(letter) ? (
      <mark key={at} data-wide>
        {letter}
      </mark>
    ) : (
      letter
    )
  })
}

/** Joins the lines of a pasted text. */
const oneLineOf = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .join(' ')
    : text
