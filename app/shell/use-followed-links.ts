import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'

/** Follows plain links (`PlainLink`) within the page. Ignores a press that opens a tab or a window. */
export function useFollowedLinks(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-follow]') : null
      if (!link || event.defaultPrevented || opensAnotherTab(event)) return
      event.preventDefault()
      const { pathname, search, hash } = link
      navigate({ pathname, search, hash }, { replace: link.href === location.href })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}

type Press = Pick<MouseEvent, 'button' | 'metaKey' | 'altKey' | 'ctrlKey' | 'shiftKey'>

/** Whether a press of a link opens a tab or a window, or downloads its target. */
export const opensAnotherTab = ({ button, metaKey, altKey, ctrlKey, shiftKey }: Press): boolean =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey
