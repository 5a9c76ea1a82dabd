import { useEffect, useState } from 'react'

/** The id of the section in view: the last one whose top is in the upper third of the window. */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0])
  useEffect(() => {
    const update = () => {
      const line = window.innerHeight / 3
      const above = ids.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= line)
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      setCurrent(atEnd && window.scrollY > 0 ? ids.at(-1) : (above.at(-1) ?? ids[0]))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [ids])
  return current
}
