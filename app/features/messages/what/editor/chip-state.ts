import { type EditorState, Facet, Prec, StateField } from '@codemirror/state'
import { Decoration, EditorView, keymap, WidgetType } from '@codemirror/view'
import classes from '../what.module.css'
import { type Chip, chipAt, chipBeside, chipsIn, chipText } from './chips.ts'

type Options = { buttons: boolean; onOpen: (chip: Chip) => void }

const options = Facet.define<Options, Options>({
  combine: ([first]) => first ?? { buttons: true, onOpen: () => {} },
})

const chips = StateField.define<readonly Chip[]>({
  create: (state) => chipsIn(state.doc.toString(), state.facet(options)),
  update: (found, { docChanged, state }) => (docChanged ? chipsIn(state.doc.toString(), state.facet(options)) : found),
})

export const chipsOf = (state: EditorState): readonly Chip[] => state.field(chips)

class ChipWidget extends WidgetType {
  constructor(
    readonly chip: Chip,
    readonly isSelected: boolean,
  ) {
    super()
  }
  override eq({ chip, isSelected }: ChipWidget): boolean {
    const is = this.chip
    return (
      is.name === chip.name &&
      is.fallback === chip.fallback &&
      is.problem === chip.problem &&
      this.isSelected === isSelected
    )
  }
  override toDOM(view: EditorView): HTMLElement {
    const { label, fallback, problem } = this.chip
    const dom = document.createElement('span')
    dom.className = classes.chip ?? ''
    dom.append(label)
    if (fallback) dom.append(part('i', `, or “${fallback}”`))
    if (problem) {
      dom.dataset.problem = 'true'
      dom.append(part('span', ` (${problem})`, 'unseen'))
    }
    if (this.isSelected) dom.dataset.selected = 'true'
    dom.title = problem ?? 'Change this field'
    // A press anywhere in the text moves the cursor; one on a chip opens its menu instead.
    dom.addEventListener('mousedown', (event) => event.preventDefault())
    dom.addEventListener('click', () => {
      const at = view.posAtDOM(dom)
      const chip = chipsOf(view.state).find(({ from }) => from === at)
      if (chip) open(view, chip)
    })
    return dom
  }
  override ignoreEvent(): boolean {
    return true
  }
}

function part(tag: 'i' | 'span', text: string, className?: string): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  if (className) element.className = className
  return element
}

function open(view: EditorView, chip: Chip): true {
  view.dispatch({ selection: { anchor: chip.from, head: chip.to }, scrollIntoView: true })
  view.state.facet(options).onOpen(chip)
  return true
}

const decorations = (state: EditorState) => {
  const selected = chipAt(chipsOf(state), state.selection.main)
  return Decoration.set(
    chipsOf(state).map((chip) =>
      Decoration.replace({ widget: new ChipWidget(chip, chip === selected) }).range(chip.from, chip.to),
    ),
  )
}

/** Opens the menu of the selected chip; with `beside` also of the one at the cursor. */
const openKey = (beside: boolean) => (view: EditorView) => {
  const chip = (beside ? chipBeside : chipAt)(chipsOf(view.state), view.state.selection.main)
  return chip ? open(view, chip) : false
}

/** Text of a chip that the cursor has passed or selected. */
const announcement = (before: EditorState, after: { from: number; to: number; head: number }) => {
  const [from, to] = [before.selection.main.head, after.head].sort((a, b) => a - b)
  const passed = from !== undefined && to !== undefined ? chipAt(chipsOf(before), { from, to }) : undefined
  if (!passed) return null
  const isSelected = chipAt(chipsOf(before), after) === passed
  return `${chipText(passed)}, field${isSelected ? ', selected. Enter changes it.' : ''}`
}

/** Shows the fields of a text as chips, which the cursor passes and a key deletes as a whole. */
export const fieldChips = (given: Options) => [
  options.of(given),
  chips,
  EditorView.decorations.compute([chips, 'selection'], decorations),
  EditorView.atomicRanges.of((view) => decorations(view.state)),
  Prec.high(
    keymap.of([
      { key: 'Enter', run: openKey(false) },
      { key: 'Alt-ArrowDown', run: openKey(true) },
    ]),
  ),
]

export const announceChips = EditorView.updateListener.of(({ view, startState, state, selectionSet, docChanged }) => {
  const text = selectionSet && !docChanged ? announcement(startState, state.selection.main) : null
  if (text) view.dispatch({ effects: EditorView.announce.of(text) })
})
