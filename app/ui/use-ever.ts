import { useState } from 'react'

/** Whether something was true since the page opened: what was answered stays where it is until the page is left. */
export function useEver(is: boolean): boolean {
  const [was, setWas] = useState(is)
  if (is && !was) setWas(true)
  return is || was
}
