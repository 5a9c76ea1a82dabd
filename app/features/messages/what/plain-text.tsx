import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react'
import { handleOf, type TextHandle } from './edit-text.ts'
import classes from './what.module.css'

export type TextProps = {
  id: string
  value: string
  max: number
  isLine: boolean
  labelledBy: string
  describedBy: string | undefined
  isInvalid: boolean
  shortcuts: Readonly<Record<string, () => void>>
  field: Ref<TextHandle>
  onFocus: (() => void) | undefined
  onChange: (text: string) => void
}

export function PlainText(props: TextProps) {
  const { id, value, max, isLine, describedBy, isInvalid, shortcuts, field, onFocus, onChange } = props
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(field, () => handleOf(area.current as HTMLTextAreaElement), [])
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isLine && event.key === 'Enter') return event.preventDefault()
    const run = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && shortcuts[event.key]
    if (!run) return
    event.preventDefault()
    event.nativeEvent.stopPropagation()
    run()
  }
  return (
    <>
      <div className={classes.mirror} aria-hidden>
        {value}
        <br />
      </div>
      <textarea
        id={id}
        ref={area}
        value={value}
        maxLength={max}
        rows={1}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange(isLine ? oneLineOf(event.currentTarget.value) : event.currentTarget.value)}
      />
    </>
  )
}

const oneLineOf = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .join(' ')
    : text
