import { Link } from '@remix-run/react'
import type { CSSProperties, ReactNode } from 'react'
import type { Item } from './items.ts'

type Props = {
  item: Item
  className: string | undefined
  style?: CSSProperties
  title?: string
  /** Opens another club's event; without it nothing can be opened, and its address is followed at once. */
  onExternal?: (item: Item) => void
  children: ReactNode
} & { [mark: `data-${string}`]: string | boolean | number | undefined }

/** Where a click on an entry leads: a page of ours, a dialog, an address elsewhere, or nowhere. */
export function Target({ item, onExternal, children, ...rest }: Props) {
  if (item.to)
    return (
      <Link to={item.to} {...rest}>
        {children}
      </Link>
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
