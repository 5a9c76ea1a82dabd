import { useEffect, useRef, useState } from 'react'

/** Accepts a file dropped anywhere on the page; returns whether one is being dragged. */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isDragging, setDragging] = useState(false)
  const latestOnFile = useRef(onFile)
  latestOnFile.current = onFile
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const hover = (event: DragEvent) => {
      event.preventDefault()
      setDragging(event.type === 'dragover')
    }
    const drop = (event: DragEvent) => {
      hover(event)
      const file = event.dataTransfer?.files[0]
      if (file) latestOnFile.current(file)
    }
    window.addEventListener('dragover', hover, { signal })
    window.addEventListener('dragleave', hover, { signal })
    window.addEventListener('drop', drop, { signal })
    return () => controller.abort()
  }, [])
  return isDragging
}
