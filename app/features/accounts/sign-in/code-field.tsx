import { TextInput } from '@mantine/core'

type Props = { app: boolean; error: string | undefined; autoFocus: boolean }

export function CodeField({ app, error, autoFocus }: Props) {
  return (
    <TextInput
      name="code"
      label={app ? 'Code' : 'Recovery code'}
      autoComplete="one-time-code"
      inputMode={app ? undefined : 'text'}
      size="md"
      required
      withAsterisk={false}
      spellCheck={false}
      autoCapitalize="none"
      error={error}
      autoFocus={autoFocus}
    />
  )
}
