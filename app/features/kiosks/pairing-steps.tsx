import { Button } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { paths } from '#app/shell/paths.ts'
import { qrPath } from '#server/engine/kernel/qr.pure.ts'
import classes from './pairing.module.css'

type Props = { code: string; onRenew?: () => void }

/** As long as a code works. It is shown as soon as it is made, and the clocks of a browser and the server may differ. */
const LIFE_MS = 600_000

const QUIET = 4

/** How a device is paired: by its camera or by typing, until the code expires. */
export function PairingSteps({ code, onRenew }: Props) {
  const left = useSecondsLeft()
  const to = paths.pairKiosk(code)
  const { size, path } = useMemo(() => qrPath(`${window.location.origin}${to}`), [to])
  const [whole, from] = [size + 2 * QUIET, -QUIET]
  if (left === 0)
    return (
      <div className={classes.steps}>
        <p role="status">This code has expired.</p>
        {onRenew && <Button onClick={onRenew}>New pairing code</Button>}
      </div>
    )
  return (
    <div className={classes.steps}>
      <p>
        Scan this with the device, or open <b>{`${window.location.host}${to}`}</b> there.
      </p>
      <svg
        className={classes.qr}
        viewBox={`${from} ${from} ${whole} ${whole}`}
        role="img"
        aria-label="QR code of the address"
      >
        <rect x={from} y={from} width={whole} height={whole} />
        <path d={path} />
      </svg>
      <code className={classes.code}>{code}</code>
      <p role="timer" className="num">
        Works for {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')} more, on one device
      </p>
      <Button component="a" href={to} variant="default" h={44}>
        Set up this device
      </Button>
    </div>
  )
}

function useSecondsLeft(): number {
  const [end] = useState(() => Date.now() + LIFE_MS)
  const [left, setLeft] = useState(() => secondsTo(end))
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsTo(end)), 1000)
    return () => clearInterval(timer)
  }, [end])
  return left
}

const secondsTo = (end: number) => Math.max(0, Math.ceil((end - Date.now()) / 1000))
