import { useEffect, useRef, useState } from 'react'

/** Takes a file that is dropped anywhere on the page; true while one hovers over it. The button beside does the same. */
export function useFileDrop(take: (file: File) => void): boolean {
  const [over, setOver] = useState(false)
  const taking = useRef(take)
  taking.current = take
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const hover = (event: DragEvent) => {
      event.preventDefault()
      setOver(event.type === 'dragover')
    }
    const drop = (event: DragEvent) => {
      hover(event)
      const file = event.dataTransfer?.files[0]
      if (file) taking.current(file)
    }
    window.addEventListener('dragover', hover, { signal })
    window.addEventListener('dragleave', hover, { signal })
    window.addEventListener('drop', drop, { signal })
    return () => listening.abort()
  }, [])
  return over
}
