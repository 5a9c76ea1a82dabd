import { TextInput } from '@mantine/core'

export function EmailField({ value, error }: { value?: string | undefined; error: string | undefined }) {
  return (
    <TextInput
      name="email"
      label="Email"
      type="email"
      autoComplete="username"
      inputMode="email"
      size="md"
      required
      withAsterisk={false}
      defaultValue={value}
      error={error}
      autoFocus
    />
  )
}
