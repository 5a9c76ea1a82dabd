import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@remix-run/react'
import { paths } from '#app/shell/paths.ts'
import { useSite } from '#app/shell/use-root.ts'
import { PageHead } from '#app/ui/page-head.tsx'

export function NoEmailLink() {
  const site = useSite()
  return (
    <Stack maw={560} gap="lg" align="flex-start">
      <PageHead title="Email preferences" meta={`Which emails ${site.name} may send you.`} />
      <Text>
        Open this page from the link at the bottom of any email from the club, or sign in and go to your settings.
      </Text>
      <Button component={Link} to={paths.hello} h={44}>
        Sign in
      </Button>
    </Stack>
  )
}
