import { Textarea, type TextareaProps } from '@mantine/core'
import { useEffect, useState } from 'react'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

type Props = Omit<TextareaProps, 'value' | 'onChange'> & {
  value: readonly string[]
  onChange: (lines: string[]) => void
}

/** A list, one entry a line. What is typed stays as it is until the list becomes another one. */
export function LinesField({ value, onChange, ...rest }: Props) {
  const [text, setText] = useState(value.join('\n'))
  const wanted = value.join('\n')
  useEffect(() => {
    setText((typed) => (linesOf(typed).join('\n') === wanted ? typed : wanted))
  }, [wanted])
  return (
    <Textarea
      {...rest}
      autosize
      minRows={3}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(linesOf(event.currentTarget.value))
      }}
    />
  )
}
