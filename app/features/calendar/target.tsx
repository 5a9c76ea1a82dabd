import type { CSSProperties, ReactNode } from 'react'
import { PlainLink } from '#app/ui/plain-link.tsx'
import type { Item } from './items.ts'

type Props = {
  item: Item
  className: string | undefined
  style?: CSSProperties
  title?: string
  /** Opens the dialog of another club's event; without it the event links to its own page. */
  onExternal: ((item: Item) => void) | undefined
  children: ReactNode
} & { [mark: `data-${string}`]: string | boolean | number | undefined }

export function EntryTarget({ item, onExternal, children, ...rest }: Props) {
  if (item.to)
    return (
      <PlainLink to={item.to} {...rest}>
        {children}
      </PlainLink>
    )
  if (onExternal)
    return (
      <button type="button" onClick={() => onExternal(item)} {...rest}>
        {children}
      </button>
    )
  if (item.event_url && /^https?:\/\//i.test(item.event_url))
    return (
      <a href={item.event_url} target="_blank" rel="noopener noreferrer" {...rest}>
        {children}
      </a>
    )
  return (
    <div data-still {...rest}>
      {children}
    </div>
  )
}
