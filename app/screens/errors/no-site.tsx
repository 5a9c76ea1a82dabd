import { Center, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** Where there is no site to show: an icon and one sentence, by default that of an address that belongs to none. */
export const NoSite = ({ message = 'Site not found. This domain has not been configured.' }: { message?: string }) => (
  <Center mih="100dvh" p="xl" component="main">
    <Stack align="center" gap="sm" maw={420}>
      <IconAlertCircle size={40} stroke={1.6} aria-hidden />
      <Text component="h1" fw={600} ta="center">
        {message}
      </Text>
    </Stack>
  </Center>
)
