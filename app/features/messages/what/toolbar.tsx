import { ActionIcon } from '@mantine/core'
import { useIsomorphicEffect } from '@mantine/hooks'
import { IconBold, IconHeading, IconItalic, IconList } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import type { FieldName } from '#server/deliveries/texts/fields.pure.ts'
import { type Edit, prefixLines, type Selection, type TextHandle, wrap } from './edit-text.ts'
import { ButtonMenu, FieldMenu } from './field-menu.tsx'
import { LinkButton } from './link-button.tsx'
import classes from './what.module.css'

type Tool = { label: string; keys?: string; icon: typeof IconBold; edit: (selection: Selection) => Edit }

const TOOLS: readonly Tool[] = [
  { label: 'Bold', keys: 'Ctrl+B', icon: IconBold, edit: (selection) => wrap(selection, '**', 'bold') },
  { label: 'Italic', keys: 'Ctrl+I', icon: IconItalic, edit: (selection) => wrap(selection, '*', 'italic') },
  { label: 'Heading', icon: IconHeading, edit: (selection) => prefixLines(selection, '## ') },
  { label: 'List', icon: IconList, edit: (selection) => prefixLines(selection, '- ') },
]

type ToolbarProps = {
  field: RefObject<TextHandle>
  isLinking: boolean
  onLinking: (isLinking: boolean) => void
  onField: (name: FieldName) => void
  picture?: ReactNode
}

export function Toolbar({ field, isLinking, onLinking, onField, picture }: ToolbarProps) {
  const roving = useRovingFocus()
  return (
    <div role="toolbar" aria-label="Format" className={`row cluster ${classes.tools}`} {...roving}>
      {TOOLS.map(({ label, keys, icon: Icon, edit }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={label}
          aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
          title={keys ? `${label} (${keys})` : label}
          onClick={() => field.current?.apply(edit(field.current.selection()))}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ))}
      <LinkButton field={field} isOpen={isLinking} onOpen={onLinking} />
      {picture}
      <span className={classes.words}>
        <ButtonMenu onChoose={onField} />
        <FieldMenu buttons={false} onChoose={onField} />
      </span>
    </div>
  )
}

type Roving = {
  ref: RefObject<HTMLDivElement>
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: (event: FocusEvent) => void
}

/**
 * Makes all buttons of a toolbar, including those of child components, a single tab stop: arrow keys, Home and End move
 * the focus between them (ARIA Authoring Practices, toolbar). Tab returns to the last focused button.
 */
export function useRovingFocus(): Roving {
  const ref = useRef<HTMLDivElement>(null)
  const current = useRef(0)
  const tools = () => [...(ref.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
  const mark = () => {
    const found = tools()
    const at = Math.min(current.current, found.length - 1)
    for (const [index, tool] of found.entries()) tool.tabIndex = index === at ? 0 : -1
  }
  // After every render, since buttons may have been added or removed.
  useIsomorphicEffect(mark)
  return {
    ref,
    // A tool's menu renders elsewhere and handles its keys.
    onFocus: ({ target }) => {
      const at = tools().indexOf(target as HTMLElement)
      if (at < 0) return
      current.current = at
      mark()
    },
    onKeyDown: (event) => {
      const found = tools()
      const at = found.indexOf(event.target as HTMLElement)
      const next = at < 0 ? null : nextTool(event.key, at, found.length)
      if (next === null) return
      event.preventDefault()
      found[next]?.focus()
    },
  }
}

/** Index of the tool that a key moves to; null for other keys. */
export function nextTool(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count
    case 'ArrowLeft':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
