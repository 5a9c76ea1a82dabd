import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { useNonce } from '../../../shell/nonce.ts'
import classes from './preview.module.css'

/** How wide a window of a mail program is on a desktop. Pixels. */
const DESKTOP = 720

type Props = { html: string; name: string; width: 'phone' | 'desktop' }

/** A mail in a frame in which nothing runs, no link leads anywhere, and the page around it cannot be reached. */
export function MailFrame({ html, name, width }: Props) {
  const { ref, width: room } = useElementSize()
  const nonce = useNonce()
  const [isLoaded, setLoaded] = useState(false)
  // The page's policy holds in the frame too: it takes only styles with the nonce.
  const styled = nonce ? html.replace('<style>', `<style nonce="${nonce}">`) : html
  const scale = width === 'desktop' && room > 0 ? Math.min(1, room / DESKTOP) : 1
  return (
    <div ref={ref} className={classes.frame} data-width={width} data-loaded={isLoaded || undefined}>
      <iframe
        sandbox=""
        title={`The message as ${name || 'its reader'} has it`}
        srcDoc={styled}
        onLoad={() => setLoaded(true)}
        style={
          width === 'desktop'
            ? { width: DESKTOP, height: `${100 / scale}%`, transform: `scale(${scale})`, transformOrigin: '0 0' }
            : undefined
        }
      />
    </div>
  )
}
