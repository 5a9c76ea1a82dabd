import { ActionIcon } from '@mantine/core'
import { IconBold, IconHeading, IconItalic, IconLink, IconList } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { type Edit, link, prefixLines, wrap } from './edit-text.ts'
import { applyEdit, selectionOf } from './field-text.tsx'
import classes from './what.module.css'

type Tool = {
  label: string
  icon: typeof IconBold
  edit: (selection: ReturnType<typeof selectionOf>) => Edit
}

const TOOLS: readonly Tool[] = [
  { label: 'Bold', icon: IconBold, edit: (selection) => wrap(selection, '**', 'bold') },
  { label: 'Italic', icon: IconItalic, edit: (selection) => wrap(selection, '*', 'italic') },
  { label: 'Heading', icon: IconHeading, edit: (selection) => prefixLines(selection, '## ') },
  { label: 'List', icon: IconList, edit: (selection) => prefixLines(selection, '- ') },
  { label: 'Link', icon: IconLink, edit: link },
]

/** Writes Markdown into the field of a message. */
export const Toolbar = ({ field }: { field: RefObject<HTMLTextAreaElement> }) => (
  <div role="toolbar" aria-label="Format" className={classes.tools}>
    {TOOLS.map(({ label, icon: Icon, edit }) => (
      <ActionIcon
        key={label}
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        title={label}
        onClick={() => field.current && applyEdit(field.current, edit(selectionOf(field.current)))}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    ))}
  </div>
)
