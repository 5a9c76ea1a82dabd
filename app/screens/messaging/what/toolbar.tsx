import { ActionIcon } from '@mantine/core'
import { IconBold, IconHeading, IconItalic, IconList } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import type { FieldName } from '#server/deliveries/texts/fields.pure.ts'
import { type Edit, prefixLines, type Selection, wrap } from './edit-text.ts'
import { ButtonMenu, FieldMenu } from './field-menu.tsx'
import { LinkButton } from './link-button.tsx'
import type { TextHandle } from './text-handle.ts'
import { useRovingFocus } from './use-roving-focus.ts'
import classes from './what.module.css'

type Tool = { label: string; keys?: string; icon: typeof IconBold; edit: (selection: Selection) => Edit }

const TOOLS: readonly Tool[] = [
  { label: 'Bold', keys: 'Ctrl+B', icon: IconBold, edit: (selection) => wrap(selection, '**', 'bold') },
  { label: 'Italic', keys: 'Ctrl+I', icon: IconItalic, edit: (selection) => wrap(selection, '*', 'italic') },
  { label: 'Heading', icon: IconHeading, edit: (selection) => prefixLines(selection, '## ') },
  { label: 'List', icon: IconList, edit: (selection) => prefixLines(selection, '- ') },
]

type Props = {
  field: RefObject<TextHandle>
  /** Whether the address of a link is asked for. */
  isLinking: boolean
  onLinking: (isLinking: boolean) => void
  onField: (name: FieldName) => void
  /** The way to put a picture into the text. */
  picture?: ReactNode
}

/** Writes Markdown and fields into the text of a mail. One stop of the Tab key; arrow keys go from tool to tool. */
export function Toolbar({ field, isLinking, onLinking, onField, picture }: Props) {
  const roving = useRovingFocus()
  return (
    <div role="toolbar" aria-label="Format" className={classes.tools} {...roving}>
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
