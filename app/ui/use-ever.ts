import { useState } from 'react'

/** Whether something was true since the page opened: an answered row stays until the page is left. */
export function useEver(is: boolean): boolean {
  const [was, setWas] = useState(is)
  if (is && !was) setWas(true)
  return is || was
}
