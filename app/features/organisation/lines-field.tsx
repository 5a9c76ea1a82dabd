import { Textarea, type TextareaProps } from '@mantine/core'
import { useEffect, useState } from 'react'

const parseLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

type Props = Omit<TextareaProps, 'value' | 'onChange'> & {
  value: readonly string[]
  onChange: (lines: string[]) => void
}

/** A list with one entry per line. Keeps the typed text until the list itself changes. */
export function LinesField({ value, onChange, ...rest }: Props) {
  const [text, setText] = useState(value.join('\n'))
  const joined = value.join('\n')
  useEffect(() => {
    setText((typed) => (parseLines(typed).join('\n') === joined ? typed : joined))
  }, [joined])
  return (
    <Textarea
      {...rest}
      autosize
      minRows={3}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(parseLines(event.currentTarget.value))
      }}
    />
  )
}
