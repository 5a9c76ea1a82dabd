import { Center, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** The page without a site: an icon and a message, by default for an address that belongs to no site. */
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
