import { Stack, Text } from '@mantine/core'
import { ColumnTitle } from '../column-title.tsx'
import type { ColumnProps } from '../columns.ts'

/** The message as it is written. */
export function PreviewColumn({ draft: { subject, body } }: ColumnProps) {
  return (
    <Stack gap="sm">
      <ColumnTitle number={3}>As they read it</ColumnTitle>
      {subject && (
        <Text fw={650} fz="lg" className="wrap">
          {subject}
        </Text>
      )}
      {body ? (
        <Text className="wrap" style={{ whiteSpace: 'pre-wrap' }}>
          {body}
        </Text>
      ) : (
        <Text c="dimmed">Nothing written yet.</Text>
      )}
    </Stack>
  )
}
