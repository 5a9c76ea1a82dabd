import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { IconAlertTriangle, IconCheck, IconClock, IconWorld } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { fieldError, formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { OwnDomain, SiteDetail } from '#server/operators/contract.ts'
import classes from './console.module.css'
import { DnsRecords } from './dns-records.tsx'
import health from './health.module.css'

type Site = Pick<SiteDetail, 'slug' | 'domains'>

const isDone = (data: unknown) => typeof data === 'object' && data !== null && 'domain' in data

export function OwnDomains({ site: { slug, domains } }: { site: Site }) {
  const [removing, setRemoving] = useState<string | null>(null)
  return (
    <SectionCard
      title="Own domains"
      icon={IconWorld}
      hint="Links and pages use the domain that was proved last. Without one they use the site’s address."
    >
      {domains.length > 0 && (
        <ul className={`list ${health.domains}`} aria-label="Own domains">
          {domains.map((domain) => (
            <Domain key={domain.name} slug={slug} domain={domain} onRemove={() => setRemoving(domain.name)} />
          ))}
        </ul>
      )}
      <AddDomain slug={slug} />
      <Modal
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={removing && `Remove ${removing}?`}
        centered
      >
        {removing && <RemoveDomain slug={slug} name={removing} onClose={() => setRemoving(null)} />}
      </Modal>
    </SectionCard>
  )
}

function Domain({ slug, domain, onRemove }: { slug: string; domain: OwnDomain; onRemove: () => void }) {
  const fetcher = useFetcher<unknown>()
  const { name, records, problem, proved_at } = domain
  return (
    <li>
      <div className="cluster">
        <strong>{name}</strong>
        <State domain={domain} />
      </div>
      <div role="status">
        <FormError message={formError(fetcher.data)} />
        {problem && <p>{problem}</p>}
      </div>
      {(!proved_at || problem) && (
        <>
          <p>
            The club adds these records to its DNS. Where a CNAME is not possible, it adds the addresses of the target.
          </p>
          <DnsRecords records={records} of={name} />
        </>
      )}
      <Group gap="xs">
        <fetcher.Form method="post" action={paths.consoleDomains(slug)}>
          <input type="hidden" name="change" value="check" />
          <input type="hidden" name="name" value={name} />
          <Button
            type="submit"
            variant="default"
            h={44}
            loading={fetcher.state !== 'idle'}
            aria-label={`Check the DNS of ${name}`}
          >
            Check the DNS
          </Button>
        </fetcher.Form>
        <Button variant="default" h={44} onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </Group>
    </li>
  )
}

function State({ domain: { in_links, proved_at, checked_at } }: { domain: OwnDomain }) {
  if (proved_at)
    return (
      <Tag tone="green" icon={IconCheck}>
        {in_links ? 'In use' : 'Redirects'}
      </Tag>
    )
  return checked_at ? (
    <Tag tone="amber" icon={IconAlertTriangle}>
      Not proved
    </Tag>
  ) : (
    <Tag tone="amber" icon={IconClock}>
      Not checked yet
    </Tag>
  )
}

function AddDomain({ slug }: { slug: string }) {
  const fetcher = useFetcher<unknown>()
  const form = useRef<HTMLFormElement>(null)
  const added = fetcher.state === 'idle' && isDone(fetcher.data)
  useEffect(() => {
    if (added) form.current?.reset()
  }, [added])
  return (
    <fetcher.Form ref={form} method="post" action={paths.consoleDomains(slug)} noValidate className={classes.form}>
      <div className={classes.wide} role="status">
        <FormError message={formError(fetcher.data)} />
      </div>
      <input type="hidden" name="change" value="add" />
      <TextInput
        name="name"
        label="Domain"
        size="md"
        className={classes.wide}
        inputMode="url"
        autoComplete="off"
        placeholder="roster.club.org"
        error={fieldError(fetcher.data, 'name')}
      />
      <div className={classes.wide}>
        <Button type="submit" h={44} variant="default" loading={fetcher.state !== 'idle'}>
          Add the domain
        </Button>
      </div>
    </fetcher.Form>
  )
}

function RemoveDomain({ slug, name, onClose }: { slug: string; name: string; onClose: () => void }) {
  const fetcher = useFetcher<unknown>()
  const settled = fetcher.state === 'idle' && isDone(fetcher.data)
  useEffect(() => {
    if (settled) onClose()
  }, [settled, onClose])
  return (
    <fetcher.Form method="post" action={paths.consoleDomains(slug)}>
      <input type="hidden" name="change" value="remove" />
      <input type="hidden" name="name" value={name} />
      <Stack gap="md">
        <FormError message={formError(fetcher.data)} />
        <Text>It leads nowhere any more, so links in earlier messages that name it no longer open.</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" h={44} onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button type="submit" h={44} color="red" loading={fetcher.state !== 'idle'}>
            Remove
          </Button>
        </Group>
      </Stack>
    </fetcher.Form>
  )
}
