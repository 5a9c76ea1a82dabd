import { useEffect, useState } from 'react'

/** The id of the section that is being read: the last one whose top has come into the upper third of the window. */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const [here, setHere] = useState(ids[0])
  useEffect(() => {
    const look = () => {
      const line = window.innerHeight / 3
      const above = ids.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= line)
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      setHere(atEnd && window.scrollY > 0 ? ids.at(-1) : (above.at(-1) ?? ids[0]))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [ids])
  return here
}
