import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { paths } from '#app/shell/paths.ts'
import classes from './sending.module.css'

type TakeBackBarProps = {
  text: string
  until: string
  clock: () => string
  busy: boolean
  onTakeBack: () => void
}

const WINDOW_SECONDS = 10

export function TakeBackBar({ text, until, clock, busy, onTakeBack }: TakeBackBarProps) {
  const [left, setLeft] = useState(WINDOW_SECONDS)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const look = () => setLeft(Math.max(0, Math.ceil((Date.parse(until) - Date.parse(clock())) / 1000)))
    look()
    const timer = setInterval(look, 250)
    return () => clearInterval(timer)
  }, [until, clock])
  return (
    <section className={`row ${classes.takeBack}`} aria-label="Undo sending">
      <svg className={classes.ring} viewBox="0 0 32 32" aria-hidden>
        <circle cx="16" cy="16" r="14" />
        <circle cx="16" cy="16" r="14" pathLength={WINDOW_SECONDS} strokeDasharray={`${left} ${WINDOW_SECONDS}`} />
        <text x="16" y="20.5" textAnchor="middle">
          {left}
        </text>
      </svg>
      <span>
        {text} {left === 0 ? 'out now' : `out in ${left} ${left === 1 ? 'second' : 'seconds'}`}
      </span>
      <Link to={paths.outbox}>Outbox</Link>
      <Button
        ref={button}
        variant="white"
        loading={busy}
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        onClick={onTakeBack}
      >
        Undo
      </Button>
    </section>
  )
}
