import { history, historyKeymap, isolateHistory, standardKeymap } from '@codemirror/commands'
import { Compartment, EditorState, type Extension, Prec, type Text } from '@codemirror/state'
import { Decoration, EditorView, type KeyBinding, keymap } from '@codemirror/view'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { useNonce } from '#app/shell/nonce.ts'
import type { TextHandle } from '../edit-text.ts'
import type { TextProps } from '../plain-text.tsx'
import classes from '../what.module.css'
import { ChipMenu } from './chip-menu.tsx'
import { announceChips, fieldChips } from './chip-state.ts'
import { type Chip, limitLength, oneLine } from './chips.ts'

export type ChipTextProps = TextProps & {
  marked: ReadonlySet<string> | undefined
  start: StartSelection | null
}

/** Initial selection: also without focus it marks where a field is inserted. */
export type StartSelection = { from: number; to: number; isFocused: boolean }

type Place = { chip: Chip; left: number; top: number; width: number; height: number }

/** A text whose fields are chips. The value is the same as in the plain field. */
export function ChipText(props: ChipTextProps) {
  const { value, field } = props
  const latest = useRef(props)
  latest.current = props
  const nonce = useNonce() ?? ''
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const [parts] = useState(() => ({ attributes: new Compartment(), marked: new Compartment() }))
  const [opened, setOpened] = useState<Place | null>(null)
  /** Emitted texts that have not come back as `value`, so that a later letter is not lost to an earlier one. */
  const handed = useRef<string[]>([])

  useLayoutEffect(() => {
    const parent = frame.current as HTMLDivElement
    const { isLine, max, start, value } = latest.current
    const open = (chip: Chip) => setOpened(placeOf(chip, parent))
    const made = new EditorView({
      parent,
      state: EditorState.create({
        doc: value,
        ...(start && { selection: { anchor: start.from, head: start.to } }),
        extensions: [
          EditorView.cspNonce.of(nonce),
          LOOK,
          EditorView.lineWrapping,
          history(),
          fieldChips({ buttons: !isLine, onOpen: open }),
          announceChips,
          limitLength(max),
          isLine ? [oneLine, NO_ENTER] : [],
          Prec.high(keymap.of(['b', 'i', 'k'].map((key) => shortcut(key, () => latest.current.shortcuts[key])))),
          keymap.of([...historyKeymap, ...standardKeymap]),
          parts.attributes.of(attributesOf(latest.current)),
          parts.marked.of(markedLetters(latest.current.marked)),
          EditorView.updateListener.of(({ docChanged, focusChanged, view, state }) => {
            if (focusChanged && view.hasFocus) latest.current.onFocus?.()
            if (!docChanged) return
            const text = state.doc.toString()
            if (text === latest.current.value && !handed.current.length) return
            handed.current.push(text)
            latest.current.onChange(text)
          }),
        ],
      }),
    })
    view.current = made
    if (start?.isFocused) made.focus()
    return () => made.destroy()
  }, [parts, nonce])

  const shown = useRef(value)
  useEffect(() => {
    const text = view.current?.state.doc
    const isOther = shown.current !== value
    shown.current = value
    const change = text && changeTo(text, value)
    if (!change) handed.current = []
    else if (isOther) {
      const at = handed.current.indexOf(value)
      handed.current = at < 0 ? [] : handed.current.slice(at + 1)
      if (at < 0) view.current?.dispatch({ changes: change })
    }
  })

  const { labelledBy, describedBy, isInvalid, marked } = props
  const letters = marked ? [...marked].join('') : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: inputs of the attributes and marks
  useEffect(() => {
    const { attributes, marked } = parts
    view.current?.dispatch({
      effects: [
        attributes.reconfigure(attributesOf(latest.current)),
        marked.reconfigure(markedLetters(latest.current.marked)),
      ],
    })
  }, [parts, labelledBy, describedBy, isInvalid, letters])

  useImperativeHandle(field, () => handleOf(() => view.current as EditorView), [])
  const close = () => {
    setOpened(null)
    view.current?.focus()
  }
  return (
    <div ref={frame} className={classes.chips}>
      {opened && (
        <ChipMenu
          chip={opened.chip}
          place={opened}
          buttons={!props.isLine}
          onClose={close}
          onWrite={(text) => {
            const { from, to } = opened.chip
            close()
            view.current?.dispatch({
              changes: { from, to, insert: text },
              selection: { anchor: from + text.length },
              userEvent: 'input.field',
              annotations: isolateHistory.of('full'),
            })
          }}
        />
      )}
    </div>
  )
}

function placeOf(chip: Chip, frame: HTMLElement): Place {
  const drawn = frame.querySelector(`.${classes.chip}[data-selected]`)?.getBoundingClientRect()
  const around = frame.getBoundingClientRect()
  return {
    chip,
    left: (drawn?.left ?? around.left) - around.left,
    top: (drawn?.top ?? around.top) - around.top,
    width: drawn?.width ?? 0,
    height: drawn?.height ?? 0,
  }
}

const handleOf = (view: () => EditorView): TextHandle => ({
  selection: () => {
    const { doc, selection } = view().state
    return { text: doc.toString(), from: selection.main.from, to: selection.main.to }
  },
  apply: ({ from, to, insert, selectFrom, selectTo }) => {
    view().dispatch({
      changes: { from, to, insert },
      selection: { anchor: selectFrom, head: selectTo },
      userEvent: 'input.tool',
      annotations: isolateHistory.of('full'),
      scrollIntoView: true,
    })
    view().focus()
  },
  focus: () => view().focus(),
})

/** The smallest change from one text to the other, so that the cursor stays where it can; null for none. */
function changeTo(doc: Text, wanted: string) {
  const text = doc.toString()
  if (text === wanted) return null
  const shorter = Math.min(text.length, wanted.length)
  let from = 0
  while (from < shorter && text[from] === wanted[from]) from += 1
  let end = 0
  while (end < shorter - from && text.at(-1 - end) === wanted.at(-1 - end)) end += 1
  return { from, to: text.length - end, insert: wanted.slice(from, wanted.length - end) }
}

/** Ctrl or Cmd and a letter, also where the page uses the letter. */
const shortcut = (key: string, find: () => (() => void) | undefined): KeyBinding => ({
  key: `Mod-${key}`,
  stopPropagation: true,
  run: () => {
    const found = find()
    found?.()
    return found !== undefined
  },
})

const NO_ENTER = Prec.high(keymap.of([{ key: 'Enter', run: () => true }]))

const attributesOf = ({ id, isLine, labelledBy, describedBy, isInvalid }: ChipTextProps): Extension =>
  EditorView.contentAttributes.of({
    id,
    'aria-labelledby': labelledBy,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(isInvalid && { 'aria-invalid': 'true' }),
    'aria-multiline': String(!isLine),
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
    ...(isLine && { enterkeyhint: 'done' }),
  })

const WIDE = Decoration.mark({ class: classes.wide ?? '' })

const markedLetters = (marked: ReadonlySet<string> | undefined): Extension =>
  marked?.size
    ? EditorView.decorations.compute(['doc'], ({ doc }) => {
        let at = 0
        return Decoration.set(
          [...doc.toString()].flatMap((letter) => {
            const from = at
            at += letter.length
            return marked.has(letter) ? [WIDE.range(from, at)] : []
          }),
        )
      })
    : []

const LOOK = EditorView.theme({
  '&': { height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit', overflow: 'visible' },
  '.cm-content': { padding: '0', caretColor: 'currentColor' },
  '.cm-line': { padding: '0' },
})
