import { Anchor, List, Stack, Text, Title } from '@mantine/core'
import { useSite } from '../../shell/use-root.ts'
import { PageHead } from '../../ui/page-head.tsx'

/** The privacy policy and terms (specification §1), in the product's own words. */
export function PrivacyScreen() {
  const site = useSite()
  return (
    <Stack gap="lg">
      <PageHead title="Privacy Policy and Terms" meta="Last updated 29 October 2023" />
      <section>
        <Title order={2}>What is kept about you</Title>
        <List mt="xs">
          <List.Item>How to reach you: name, email and, if you give it, phone.</List.Item>
          <List.Item>What tells you apart from others: your account and its identifiers.</List.Item>
          <List.Item>Which shifts you took and when you were there.</List.Item>
          <List.Item>Your training and the competencies you hold.</List.Item>
          <List.Item>How this web site is used, as far as it needs to run.</List.Item>
        </List>
      </section>
      <section>
        <Title order={2}>What it is used for</Title>
        <Text mt="xs">
          To run your account, to meet the duties that the club has, and to write to you about what happens here. It is
          not shared with third parties.
        </Text>
      </section>
      <section>
        <Title order={2}>Your rights</Title>
        <Text mt="xs">
          Ask for a copy or for deletion at{' '}
          <Anchor href={`mailto:${site.contact_email}`} underline="always">
            {site.contact_email || 'the club'}
          </Anchor>
          . You get an answer within one month.
        </Text>
      </section>
      <section>
        <Title order={2}>Cookies</Title>
        <Text mt="xs">Only what signing in needs. There is no tracking and no advertising.</Text>
      </section>
      <section>
        <Title order={2}>Terms</Title>
        <Text mt="xs">
          An administrator of the club approves every registration. The provider may suspend or end accounts and roles.
          These terms are governed by English law.
        </Text>
      </section>
    </Stack>
  )
}
