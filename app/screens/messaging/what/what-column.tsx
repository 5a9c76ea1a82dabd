import { Stack, Textarea, TextInput } from '@mantine/core'
import { ColumnTitle } from '../column-title.tsx'
import type { ColumnProps } from '../columns.ts'

/** What the message says. */
export function WhatColumn({ draft, change, errors }: ColumnProps) {
  return (
    <Stack gap="md">
      <ColumnTitle number={2}>What</ColumnTitle>
      {draft.kind === 'email' && (
        <TextInput
          label="Subject"
          value={draft.subject}
          error={errors.subject}
          maxLength={300}
          onChange={(event) => change({ subject: event.currentTarget.value })}
        />
      )}
      <Textarea
        label="Message"
        description={draft.kind === 'email' ? 'Markdown, and fields such as {{person.first_name}}.' : undefined}
        autosize
        minRows={10}
        value={draft.body}
        error={errors.body}
        maxLength={20_000}
        onChange={(event) => change({ body: event.currentTarget.value })}
      />
    </Stack>
  )
}
