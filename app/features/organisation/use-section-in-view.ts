import { useEffect, useState } from 'react'

/**
 * Returns the id of the section in view: the last one whose top is in the upper third of the window. At the end of the
 * page it is the one in the URL, if visible: it cannot scroll further up.
 * @param asked the section of a URL without a hash
 */
export function useSectionInView(ids: readonly string[], asked?: string): string | undefined {
  const [current, setCurrent] = useState(ids[0])
  useEffect(() => {
    const update = () => {
      const line = window.innerHeight / 3
      const above = ids.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= line)
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      const wanted = ids.find((id) => id === (window.location.hash.slice(1) || asked))
      const top = document.getElementById(wanted ?? '')?.getBoundingClientRect().top ?? -1
      const last = wanted && top >= 0 && top < window.innerHeight ? wanted : ids.at(-1)
      setCurrent(atEnd && window.scrollY > 0 ? last : (above.at(-1) ?? ids[0]))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [ids, asked])
  return current
}
