import type { Edit, Selection } from './edit-text.ts'

/** The text of a field, as its tools read and change it. */
export type TextHandle = {
  selection: () => Selection
  /** Changes the text as if it were typed, so that Undo takes it back, and focuses it. */
  apply: (edit: Edit) => void
  focus: () => void
}

export const handleOf = (field: HTMLTextAreaElement): TextHandle => ({
  selection: () => ({ text: field.value, from: field.selectionStart, to: field.selectionEnd }),
  apply: ({ from, to, insert, selectFrom, selectTo }) => {
    field.focus()
    field.setSelectionRange(from, to)
    const isDone = insert ? document.execCommand('insertText', false, insert) : document.execCommand('delete')
    if (!isDone) {
      field.setRangeText(insert, from, to, 'end')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    field.setSelectionRange(selectFrom, selectTo)
  },
  focus: () => field.focus(),
})
