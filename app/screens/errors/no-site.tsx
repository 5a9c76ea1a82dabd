import { Center, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** An address that belongs to no site: the icon and the sentence of specification §8, and nothing else. */
export const NoSite = () => (
  <Center mih="100dvh" p="xl" component="main">
    <Stack align="center" gap="sm" maw={420}>
      <IconAlertCircle size={40} stroke={1.6} aria-hidden />
      <Text component="h1" fw={600} ta="center" role="alert">
        Site not found. This domain has not been configured.
      </Text>
    </Stack>
  </Center>
)
