import { Anchor, List, Stack, Text, Title } from '@mantine/core'
import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '#app/shell/paths.ts'
import { useSite, useViewer } from '#app/shell/use-root.ts'
import { PageHead } from '#app/ui/page-head.tsx'

/** The privacy policy and terms. People agree to the version of its date. */
export function PrivacyScreen() {
  const site = useSite()
  const contact = site.contact_email ? (
    <Anchor href={`mailto:${site.contact_email}`} underline="always" inherit>
      {site.contact_email}
    </Anchor>
  ) : (
    site.name
  )
  return (
    <Stack gap="xl" className="wrap">
      <PageHead title="Privacy Policy and Terms" meta="Last updated 29 October 2023" />
      <Text>
        {site.name} plans its volunteers and shifts here. This page explains what is kept about you, what it is used
        for, and what you and the club can expect of each other.
      </Text>
      <Title order={2}>Privacy policy</Title>
      <Part title="What is kept about you">
        <List spacing={4}>
          <List.Item>Contact details: your name, email and, if you give it, your phone number and photo.</List.Item>
          <List.Item>Identifiers: your account, and what the club asks for in your profile.</List.Item>
          <List.Item>Attendance: the shifts you asked for and took, and when you started and ended them.</List.Item>
          <List.Item>Training and competency records, and when they expire.</List.Item>
          <List.Item>Website usage: when and with which device you signed in, and what you changed.</List.Item>
        </List>
      </Part>
      <Part title="What it is used for">
        <List spacing={4}>
          <List.Item>Account management: to sign you in and to keep your account safe.</List.Item>
          <List.Item>To plan events and to see who is on a shift.</List.Item>
          <List.Item>Compliance: to show that shifts were done by qualified people.</List.Item>
          <List.Item>To send you emails about what happens on this site, and SMS if you choose so.</List.Item>
        </List>
      </Part>
      <Part title="Who sees it">
        <Text>
          The administrators of {site.name} see all of it. Other members see your name, your photo and the shifts you
          are on. Nothing is shared with third parties.
        </Text>
      </Part>
      <Part title="Your rights">
        <Text>
          You can correct your details, <SettingsLink>download your data</SettingsLink> and{' '}
          <SettingsLink>delete your account</SettingsLink> yourself. You can also ask for a copy, a correction or
          deletion at {contact}. You get an answer within one month. Hours that you worked stay in the club’s figures,
          without your name.
        </Text>
      </Part>
      <Part title="Cookies">
        <Text>
          Only the few needed to sign in, and one that remembers how you set the sidebar. There is no tracking and no
          advertising.
        </Text>
      </Part>
      <Title order={2}>Terms</Title>
      <List spacing={4}>
        <List.Item>An administrator of {site.name} approves every registration.</List.Item>
        <List.Item>
          Keep your password to yourself, and keep what you read about other members within the club.
        </List.Item>
        <List.Item>The provider may suspend or cancel accounts and roles.</List.Item>
        <List.Item>English law governs these terms.</List.Item>
      </List>
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  )
}

function SettingsLink({ children }: { children: ReactNode }) {
  if (!useViewer()) return children
  return (
    <Anchor component={Link} to={paths.settings} underline="always" inherit>
      {children}
    </Anchor>
  )
}
